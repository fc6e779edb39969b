/* SPDX-License-Identifier: MIT */
/* session: who measures, where and when, as every row says. Measures nothing. */
#include "session/identity.h"

#include "base/version.h"

void identity_init(struct identity *identity, const struct session *session)
{
	char libc[PLATFORM_TEXT_BYTES];

	platform_boot_id(identity->boot);
	platform_cpu_model(identity->cpu);
	platform_libc(libc);
	text_keep_utf8(identity->cpu);
	text_printf(&identity->version, "%s%s%s", version_build(), libc[0] ? " " : "", libc);
	text_put(&identity->cpus, "");
	for (size_t i = 0; i < session->cpus.count; i++)
		text_printf(&identity->cpus, "%s%u", i ? ";" : "", session->cpus.cpus[i]);
	size_t huge = platform_huge_page_bytes();
	identity->context = (struct context){
		.schema = SAMPLES_SCHEMA,
		.label = session->options->label ? session->options->label : "",
		.session = session->id, .boot = identity->boot, .host = session->options->host,
		.cpu = identity->cpu, .version = text_string(&identity->version),
		.threads = session->threads, .cpus = text_string(&identity->cpus), .huge_source = "",
		.page_bytes = session->options->pages == PAGES_SMALL || huge == 0
		                      ? platform_page_bytes() : huge,
	};
}

void identity_release(struct identity *identity)
{
	text_release(&identity->version);
	text_release(&identity->cpus);
}
