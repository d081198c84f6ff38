# SPDX-License-Identifier: MIT
# Whit's options as variables of make. Sets whit_definitions, how whit.c and its programs are
# compiled; what is no option, no value of one, or excluded by another ends with one line.
# @lists@
whit_comma := ,
whit_empty :=
whit_space := $(whit_empty) $(whit_empty)
whit_curves := $(subst $(whit_comma),$(whit_space),$(WHIT_CURVES))

# Curves, of which whit_bits has the security: up to three known ones that begin with the most of
# an unknown one's letters, and with three at least.
whit_known := $(foreach each,$(whit_bits),$(firstword $(subst :, ,$(each))))
whit_unknown := $(firstword $(filter-out all $(whit_known),$(whit_curves)))
whit_nearest = $(shell printf '%s\n' $(whit_known) | awk -v asked='$(subst ','\'',$(whit_unknown))' '{ \
    for (n = length(asked); n > 2 && index($$1, substr(asked, 1, n)) != 1; n--) { } \
    if (n > 2) print n, $$1 }' | sort -k1,1nr -k2 | head -n 3 | cut -d ' ' -f 2)
ifneq ($(whit_unknown),)
  $(error WHIT_CURVES names "$(whit_unknown)", which Whit does not have$(if $(whit_nearest),; the \
    nearest: $(subst $(whit_space),$(whit_comma) ,$(whit_nearest))))
endif

# Values.
whit_other := $(foreach each,$(filter-out $(whit_options),$(filter WHIT_%,$(.VARIABLES))),$(if \
    $(filter environment,$(origin $(each))),,$(each)))
ifneq ($(whit_other),)
  $(error $(firstword $(whit_other)) is no option of Whit. These are: \
    $(subst $(whit_space),$(whit_comma) ,$(whit_options)))
endif
whit_one_of = $(subst $(whit_space),$(whit_comma) ,$(strip $(whit_values_$(1))))
whit_check_value = $(if $($(1)),$(if $(and $(filter $(whit_values_$(1)),$($(1))),$(filter \
    1,$(words $($(1))))),,$(error $(1) is one of $(whit_one_of), not "$($(1))")))
$(foreach each,$(whit_words),$(call whit_check_value,$(each)))
whit_check_number = $(if $(shell printf '%s' '$(subst ','\'',$($(1)))' | tr -d 0-9),$(error $(1) is \
    a number, not "$($(1))"))
$(foreach each,$(whit_numbers),$(call whit_check_number,$(each)))

# Values that exclude each other: whit_takes is called with a name and its value, another, its
# default and what it has to be, and the message.
whit_takes = $(if $(filter $(2),$($(1))),$(if $(filter $(5),$(or $($(3)),$(4))),,$(if $(or \
    $($(3)),$(4)),$(error $(6)))))
# @conditions@
ifneq ($(filter-out 0,$(WHIT_MINIMUM_SECURITY)),)
  whit_weak := $(shell printf '%s\n' $(whit_bits) | awk -F: '$$2 < $(WHIT_MINIMUM_SECURITY)')
  whit_named := $(firstword $(foreach each,$(whit_curves),$(filter $(each):%,$(whit_weak))))
  ifneq ($(whit_named),)
    $(error $(subst :, has ,$(whit_named))-bit security$(whit_comma) less than WHIT_MINIMUM_SECURITY)
  endif
  ifeq ($(filter-out $(whit_weak),$(whit_bits)),)
    $(error WHIT_MINIMUM_SECURITY leaves no curve in this build)
  endif
endif

whit_value = $(if $(filter WHIT_CURVES,$(1)),$(subst $(whit_space),$(whit_comma),$(strip \
    $(whit_curves))),$($(1)))
whit_definitions := $(foreach each,$(whit_options),$(if $($(each)),-D$(each)=$(call \
    whit_value,$(each))))
