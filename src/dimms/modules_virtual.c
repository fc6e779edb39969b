/* SPDX-License-Identifier: MIT */
/*
 * dimms: whether a hypervisor deals the memory out. Its "modules" are no modules: they
 * tell of no channel, speed or ECC. Knows what hypervisors call themselves.
 */
#include <ctype.h>
#include <fnmatch.h>

#include "base/text.h"
#include "dimms/modules_parts.h"

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
	struct text text = { 0 };
	const struct sign *found = NULL;

	text_printf(&text, "%s|%s|%s", words[0], words[1], words[2]);
	for (size_t i = 0; i < text.length; i++)
		text.bytes[i] = (char)tolower((unsigned char)text.bytes[i]);
	for (size_t i = 0; i < count && found == NULL; i++) {
		if (fnmatch(signs[i].pattern, text_string(&text), 0) == 0)
			found = &signs[i];
	}
	text_release(&text);
	return found;
}

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
	const struct sign *sign =
	        find_sign(device_signs, sizeof device_signs / sizeof *device_signs, words);

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
	const struct sign *sign =
	        find_sign(system_signs, sizeof system_signs / sizeof *system_signs, words);

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
