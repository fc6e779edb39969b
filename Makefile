# SPDX-License-Identifier: MIT
# membench: GNU make. Yours: CC CFLAGS LDFLAGS PREFIX DESTDIR VARIANT. Ours are added.
# Another OUT keeps the build of another compiler apart: make CC=clang OUT=build/clang
CC ?= cc
CFLAGS ?=
LDFLAGS ?=
PREFIX ?= /usr/local
DESTDIR ?=
RUN ?=
VARIANT ?= release
ifeq ($(origin CC),default)
CC := cc
endif

VERSION := 0.2.0
RELEASED := December 1, 2026
# Sources of `make dist` have their commit in a file.
COMMIT := $(shell cat .commit 2>/dev/null || git rev-parse --short=12 HEAD 2>/dev/null || echo ?)
SOURCE_DATE_EPOCH ?= $(shell date -r .commit +%s 2>/dev/null || git log -1 --format=%ct || echo 0)
export SOURCE_DATE_EPOCH
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla -Wstrict-prototypes \
	-Wmissing-prototypes
FLAGS_release := -O2
FLAGS_debug := -O1 -g -Werror
FLAGS_asan := -O1 -g -Werror -fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all
FLAGS_tsan := -O1 -g -Werror -fsanitize=thread
# For tests/fuzz/run.sh, with clang.
FLAGS_fuzz := -O1 -g -Werror -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=all
FLAGS := $(FLAGS_$(VARIANT))
$(if $(FLAGS),,$(error VARIANT=$(VARIANT): use release, debug, asan, tsan or fuzz))

# What the compiler builds for, not what it runs on: cross builds need no more than CC.
TARGET := $(shell $(CC) -dumpmachine)
PLATFORM := $(if $(findstring linux,$(TARGET)),linux,posix)
ARCH := $(or $(if $(filter x86_64-%,$(TARGET)),x86),$(if $(filter aarch64-%,$(TARGET)),aarch64),generic)

OUT := build/$(VARIANT)
PROGRAM := $(if $(filter build/release,$(OUT)),build/membench,$(OUT)/membench)
ALL_CFLAGS = -std=c17 -Iinclude $(WARNINGS) $(FLAGS) -pthread -MMD -MP $(CFLAGS)
# One file per platform and per architecture is built; the others are left out by name.
CHOSEN := $(wildcard src/platform/$(PLATFORM)*.c src/*/$(ARCH)_*.c)
VARIED := $(wildcard src/platform/linux*.c src/platform/posix*.c \
	src/*/x86_*.c src/*/aarch64_*.c src/*/generic_*.c)
SOURCES := $(sort $(filter-out $(VARIED),$(wildcard src/*/*.c)) $(CHOSEN))
OBJECTS := $(SOURCES:src/%.c=$(OUT)/%.o) $(OUT)/manual.o
LIBRARY_OBJECTS := $(filter-out $(OUT)/cli/main.o,$(OBJECTS))
TESTS := $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(wildcard tests/unit/test_*.c))

all: $(PROGRAM) ## build the program (build/membench)

$(PROGRAM): $(OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $^ -o $@ $(LDFLAGS) -lm

$(OUT)/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(CFLAGS_$*) -D_POSIX_C_SOURCE=200809L -c $< -o $@

# The pages of the manual, in its order, as strings.
MANUAL := $(patsubst %,src/manual/%.md,description measuring kernels levels numbers comparing changes)
$(OUT)/manual.c: $(MANUAL) scripts/manual.sh
	@mkdir -p $(@D)
	sh scripts/manual.sh $(MANUAL) >$@.new
	@mv $@.new $@
$(OUT)/manual.o: $(OUT)/manual.c
	$(CC) $(ALL_CFLAGS) -c $< -o $@

# Feature macros and instruction sets stay in the one file that needs them.
CFLAGS_base/file := -D_XOPEN_SOURCE=700
CFLAGS_measure/shell := -D_XOPEN_SOURCE=700
CFLAGS_platform/linux := -D_GNU_SOURCE
CFLAGS_platform/linux_cpus := -D_GNU_SOURCE
CFLAGS_platform/posix := -D_DEFAULT_SOURCE -D_DARWIN_C_SOURCE -D__BSD_VISIBLE
# Plain loops must stay loops: both compilers turn them into memcpy and memset calls.
CFLAGS_kernels/reference := -fno-builtin
# The fuzzer need not see each comparison in the counting loops of the exact tests.
build/fuzz/stats/%.o: FLAGS += -O2 -fno-sanitize-coverage=trace-cmp
# What built it, for the CSV's `version` column; a comma there would break `awk -F,`.
comma := ,
CFLAGS_base/version := -DMEMBENCH_VERSION='"$(VERSION)"' \
	-DMEMBENCH_RELEASED='"$(RELEASED)"' \
	-DMEMBENCH_FLAGS='"$(subst $(comma),+,$(strip $(FLAGS) $(CFLAGS)))"'

# The program alone knows its commit: another one does not build all tests anew.
CFLAGS_cli/main := -DMEMBENCH_COMMIT='"$(COMMIT)"'
$(OUT)/cli/main.o: $(OUT)/commit
$(OUT)/commit: FORCE
	@mkdir -p $(@D)
	@echo $(COMMIT) | cmp -s - $@ || echo $(COMMIT) >$@
FORCE:

$(OUT)/libmembench.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $^

$(OUT)/tests/%: tests/unit/%.c $(OUT)/libmembench.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests -D_POSIX_C_SOURCE=200809L $< $(OUT)/libmembench.a -o $@ \
		$(LDFLAGS) -lcmocka -lm

# Development tools beside the scripts that use them.
$(OUT)/tools/%: scripts/%.c $(OUT)/libmembench.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -D_POSIX_C_SOURCE=200809L $< $(OUT)/libmembench.a -o $@ $(LDFLAGS) -lm

tests: $(TESTS) ## build the unit tests of this variant
check: $(PROGRAM) tests ## build and run all tests of this variant, or one: make check T=NAME
	sh tests/run.sh $(notdir $(OUT)) $(T)
golden: $(PROGRAM) ## rewrite what tests/cli expects of layout, or of one: make golden T=NAME
	GOLDEN=1 VARIANT=$(VARIANT) MEMBENCH=$(CURDIR)/$(PROGRAM) sh tests/cli/run.sh $(T)

format: ## lay the sources out with clang-format
	clang-format -i $(wildcard src/*/*.c include/*/*.h tests/*.h tests/*/*.c)

# Where a program of another processor does not start here: RUN=qemu-aarch64-static
ZSH_FOLDER := share/zsh/site-functions
MANUAL_PAGE = $(DESTDIR)$(PREFIX)/share/man/man1/membench.1
COMPLETION_bash = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/membench
COMPLETION_zsh = $(DESTDIR)$(PREFIX)/$(ZSH_FOLDER)/_membench
COMPLETION_fish = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/membench.fish
INSTALLED = $(DESTDIR)$(PREFIX)/bin/membench $(MANUAL_PAGE) $(COMPLETION_bash) \
	$(COMPLETION_zsh) $(COMPLETION_fish)
install: $(PROGRAM) ## install program, manual and completions to $(DESTDIR)$(PREFIX)
	install -d $(sort $(dir $(INSTALLED)))
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/membench
	$(RUN) $(PROGRAM) man >$(MANUAL_PAGE)
	$(RUN) $(PROGRAM) completion bash >$(COMPLETION_bash)
	$(RUN) $(PROGRAM) completion zsh >$(COMPLETION_zsh)
	$(RUN) $(PROGRAM) completion fish >$(COMPLETION_fish)
	chmod 644 $(filter-out %/bin/membench,$(INSTALLED))
uninstall: ## remove what install put there
	rm -f $(INSTALLED)
dist: ## build/membench-VERSION.tar.gz, the same bytes each time
	sh scripts/dist.sh $(VERSION) $(COMMIT)
deb: $(PROGRAM) ## a Debian package, build/membench_VERSION_ARCH.deb
	sh scripts/deb.sh $(VERSION) $(MAKE) -s install OUT=$(OUT)
static: ## a program that needs no libraries: make static [FOR=aarch64]
	sh scripts/static.sh $(FOR)
clean: ## remove build/
	rm -rf build

help: ## show this
	@echo "make [VARIANT=release|debug|asan|tsan] [CC=...] [CFLAGS=...] [LDFLAGS=...]"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1 \2/p' Makefile | \
		awk '{ n = $$1; $$1 = ""; printf "  %-10s%s\n", n, $$0 }'

-include $(OBJECTS:.o=.d) $(TESTS:=.d) $(wildcard $(OUT)/tools/*.d)
.PHONY: all tests check golden format install uninstall dist deb static clean help FORCE
