/* SPDX-License-Identifier: MIT */
/* dimms: what a firmware's strings mean: a module's, and whether its memory is real. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "dimms/makers.h"
#include "dimms/modules_parts.h"

/* What firmware writes where it knows nothing; patterns of fnmatch(), in lower case. */
static const char *const placeholders[] = {
	"", "unknown", "unknow", "undefined", "none", "n/a", "na", "not specified",
	"not available", "not present", "no dimm", "empty", "\\[empty\\]", "default string",
	"to be filled by o.e.m.*", "*manufacturer[0-9]*", "*partnum[0-9]*",
	"*partnumber[0-9]*", "*_partnum*", "*_manufacturer*", "0000*", "ffff*", "0x0000*",
	"0xffff*", "xxxx*", "\\?\\?\\?*", "----*",
};

/* fnmatch() of `text` in lower case. */
static bool matches(const char *pattern, const char *text)
{
	char lower[3 * SMBIOS_TEXT_BYTES];
	size_t length = 0;

	for (; text[length] && length < sizeof lower - 1; length++)
		lower[length] = (char)tolower((unsigned char)text[length]);
	lower[length] = '\0';
	return fnmatch(pattern, lower, 0) == 0;
}

void module_text(const char *raw, char text[SMBIOS_TEXT_BYTES])
{
	bool told = true;

	for (size_t i = 0; i < sizeof placeholders / sizeof *placeholders && told; i++)
		told = !matches(placeholders[i], raw);
	(void)snprintf(text, SMBIOS_TEXT_BYTES, "%s", told ? raw : "");
}

/* Printable characters spelled as "0x48..."; false where it is anything else. */
static bool spell_out(const char *raw, char text[SMBIOS_TEXT_BYTES])
{
	uint8_t spelled[SMBIOS_TEXT_BYTES / 2];
	struct bytes bytes = { spelled, 0 };

	if (!text_starts(raw, "0x") || strchr(raw, ' ') != NULL)
		return false;
	bytes.count = bytes_from_hex(raw + 2, spelled, sizeof spelled);
	for (size_t i = 0; i < bytes.count; i++) {
		if (spelled[i] < ' ' || spelled[i] > '~')
			return false;
	}
	bytes_text(&bytes, true, text, SMBIOS_TEXT_BYTES);
	return bytes.count >= 3;
}

void module_part(const char *raw, char text[SMBIOS_TEXT_BYTES])
{
	char spelled[SMBIOS_TEXT_BYTES];

	module_text(spell_out(raw, spelled) ? spelled : raw, text);
}

void module_maker(const struct smbios_device *device, char text[SMBIOS_TEXT_BYTES])
{
	const char *name = maker_from_text(device->maker);

	module_text(name ? name : device->maker, text);
	if (text[0] != '\0')
		return;
	name = maker_name(device->maker_id & 0xFF, device->maker_id >> 8);
	(void)snprintf(text, SMBIOS_TEXT_BYTES, "%s", name ? name : "");
}

/* Patterns of fnmatch(), in lower case, and who writes so; NULL: certainly none. */
struct sign {
	const char *pattern, *name;
};

/* Of "maker|product|firmware's maker". What is rented as whole machines comes first. */
static const struct sign system_signs[] = {
	{ "amazon ec2|*.metal*", NULL },  { "*bare metal*", NULL },
	{ "*baremetal*", NULL },          { "*qemu*", "QEMU" },
	{ "*|seabios*", "QEMU" },         { "*bochs*", "QEMU" },
	{ "*|kvm*", "KVM" },              { "*ovmf*", "QEMU" },
	{ "*vmware*", "VMware" },         { "*virtualbox*", "VirtualBox" },
	{ "innotek*", "VirtualBox" },     { "microsoft*|virtual*", "Hyper-V" },
	{ "xen|*", "Xen" },               { "*hvm domu*", "Xen" },
	{ "amazon ec2|*", "Amazon EC2" }, { "google|google compute*", "Google Compute Engine" },
	{ "alibaba*|alibaba*", "Alibaba Cloud" }, { "tencent*|cvm*", "Tencent Cloud" },
	{ "*openstack*", "OpenStack" },   { "digitalocean|*", "DigitalOcean" },
	{ "hetzner|vserver*", "Hetzner Cloud" }, { "*upcloud*", "UpCloud" },
	{ "*rhev*", "oVirt" },            { "*ovirt*", "oVirt" },
	{ "nutanix|ahv*", "Nutanix AHV" }, { "parallels*|*", "Parallels" },
	{ "*bhyve*", "bhyve" },           { "apple*|*virtual*", "Apple Virtualization" },
	{ "*cloud hypervisor*", "Cloud Hypervisor" }, { "*firecracker*", "Firecracker" },
	{ "*crosvm*", "crosvm" },         { "akamai*|*", "Linode" },
	{ "linode|*", "Linode" },         { "vultr|*", "Vultr" },
	{ "scaleway|scw-*", "Scaleway" }, { "exoscale*|*", "Exoscale" },
};

/* Of a device: "maker|part|locator". */
static const struct sign device_signs[] = {
	{ "*qemu*", "QEMU" },           { "*vmware*", "VMware" },
	{ "*|vmw-*", "VMware" },        { "*|ram slot #*", "VMware" },
	{ "microsoft*|*", "Hyper-V" },  { "google|*", "Google Compute Engine" },
	{ "amazon*|*", "Amazon EC2" },  { "*virtualbox*", "VirtualBox" },
	{ "innotek*", "VirtualBox" },   { "xen|*", "Xen" },
	{ "parallels*|*", "Parallels" }, { "*bhyve*", "bhyve" },
	{ "red hat|*", "KVM" },         { "alibaba*|*", "Alibaba Cloud" },
	{ "bochs|*", "QEMU" },          { "nutanix*|*", "Nutanix AHV" },
};

static const struct sign *find_sign(const struct sign *signs, size_t count,
                                    const char *const words[3])
{
	char text[3 * SMBIOS_TEXT_BYTES];

	(void)snprintf(text, sizeof text, "%s|%s|%s", words[0], words[1], words[2]);
	for (size_t i = 0; i < count; i++) {
		if (matches(signs[i].pattern, text))
			return &signs[i];
	}
	return NULL;
}
#define FIND_SIGN(signs, words) find_sign(signs, sizeof(signs) / sizeof *(signs), words)

/* Neither kind nor shape, or plain "RAM", and nothing of what each real module has. */
static bool is_nameless(const struct smbios_device *device)
{
	const char *type = smbios_type_name(device->type);
	const char *form = smbios_form_factor_name(device->form_factor);
	char part[SMBIOS_TEXT_BYTES];

	module_part(device->part, part);
	if (part[0] != '\0' || device->rated_mts > 0)
		return false;
	return device->type == SMBIOS_RAM || (device->data_bits == 0 &&
	                                      module_known(type) == NULL &&
	                                      module_known(form) == NULL);
}

static const char *device_hypervisor(const struct smbios_device *device)
{
	const char *const words[3] = { device->maker, device->part, device->locator };
	const struct sign *sign = FIND_SIGN(device_signs, words);

	if (sign != NULL)
		return sign->name;
	return is_nameless(device) ? MODULES_SOME_HYPERVISOR : NULL;
}

static bool has_part(const struct modules *modules)
{
	for (size_t i = 0; i < modules->smbios.device_count; i++) {
		char part[SMBIOS_TEXT_BYTES];
		module_part(modules->smbios.devices[i].part, part);
		if (part[0] != '\0')
			return true;
	}
	return false;
}

const char *modules_find_hypervisor(const struct modules *modules)
{
	const struct smbios *smbios = &modules->smbios;
	const char *const words[3] = { smbios->maker, smbios->product, smbios->firmware };
	const struct sign *sign = FIND_SIGN(system_signs, words);

	if (sign != NULL || smbios->device_count == 0)
		return sign ? sign->name : NULL;
	for (size_t i = 0; i < smbios->device_count; i++) {
		const char *name = device_hypervisor(&smbios->devices[i]);
		if (smbios->devices[i].is_populated && name != NULL)
			return name;
	}
	/* The table of the host shows through to its first guest (Xen): that has part numbers. */
	if (modules->cpuid_hypervisor == NULL || modules->cpuid_hypervisor[0] == '\0' ||
	    has_part(modules))
		return NULL;
	return text_equal(modules->cpuid_hypervisor, "yes") ? MODULES_SOME_HYPERVISOR
	                                                    : modules->cpuid_hypervisor;
}
