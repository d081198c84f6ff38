# SPDX-License-Identifier: MIT
"""`make release`: what others take Whit from, ready made.

version      the version, the commit, and what a release is refused for
package      a package, its archives, and the checksums of these
figures      what results/ has of a build
drop_ins     drop-ins for curves, cores and profiles, by choices.toml
ports        packages of folders of ports/
kconfig      the choice of curves and options in Kconfig, which some of these have
option_words the same for make, and what excludes what as JSON
python_words what the Python package has of the library's lists
sbom         what there is, in SPDX
build        all of them into one folder; __main__ twice, and compares
abi          what the shared library offers
"""
