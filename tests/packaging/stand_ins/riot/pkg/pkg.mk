# SPDX-License-Identifier: MIT
# What RIOT's manual says of a package's Makefile: what it has to define, and that the folder
# PKG_SOURCE_LOCAL is copied to PKG_SOURCE_DIR in the step `prepare`. There is no other source here.
ifneq (,$(.DEFAULT_GOAL))
  $(error pkg.mk is included before any rule)
endif
$(foreach name,NAME URL VERSION LICENSE,$(if $(PKG_$(name)),,$(error PKG_$(name) is not defined)))
ifeq (,$(wildcard $(PKG_SOURCE_LOCAL)))
  $(error PKG_SOURCE_LOCAL is no folder)
endif
PKG_SOURCE_DIR ?= $(PKGDIRBASE)/$(PKG_NAME)

.PHONY: all prepare
all: $(PKG_SOURCE_DIR)/.prepared
prepare: $(PKG_SOURCE_DIR)/.prepared

$(PKG_SOURCE_DIR)/.prepared:
	rm -rf $(PKG_SOURCE_DIR)
	mkdir -p $(dir $(PKG_SOURCE_DIR))
	cp -a $(PKG_SOURCE_LOCAL) $(PKG_SOURCE_DIR)
	touch $@
