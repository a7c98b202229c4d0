import type { TemplateContent } from '@gridloom/contract/templates/template'
import { explicitFilters, parseOfferQuery } from '@gridloom/domain/market/parse-query'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { given } from '../../input/given.ts'
import { needsOf } from '../shared/need-options.ts'
import { readTextFile } from '../shared/read-text-file.ts'
import type { ContentOptions } from './content-options.ts'
import { readinessOf } from './readiness-of.ts'

/**
 * Returns the content of a template with what options change. Variables and filters of offers are changed one by one,
 * other lists as a whole. @throws UsageError
 */
export async function withOptions<Before extends Partial<TemplateContent>>(
  ctx: Ctx,
  before: Before,
  options: ContentOptions,
): Promise<Before & Partial<TemplateContent>> {
  return {
    ...before,
    ...given({
      template_name: options.name,
      description: options.description,
      template_description: await textOf(ctx, options.readme),
      tags: options.tag,
      image_path_with_tag: options.image,
      launch_mode: options.mode,
      on_start_script: await textOf(ctx, options.startScript),
      docker_options: options.dockerOptions,
      docker_entry_point_tags: options.arg,
      env: options.env && { ...before.env, ...options.env },
      ports: options.port,
      readiness: readyOf(options),
      recommended_disk_gb: options.disk,
      docker_repo_server: options.registryServer,
      docker_repo_username: options.registryUser,
    }),
    extra_filters: {
      ...before.extra_filters,
      ...filtersOf(options.filter),
      ...given(needsOf(options)),
    },
  }
}

function filtersOf(query: string | undefined): TemplateContent['extra_filters'] {
  if (query === undefined) return {}
  const { filters, problem } = parseOfferQuery(query)
  if (problem !== undefined) throw new UsageError(`--filter: ${problem.text}.`)
  return explicitFilters(filters)
}

async function textOf(ctx: Ctx, file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : readTextFile(ctx, file)
}

function readyOf({ ready, readyTimeout }: ContentOptions) {
  if (ready !== undefined) return readinessOf(ready, readyTimeout)
  if (readyTimeout === undefined) return undefined
  throw new UsageError('--ready-timeout needs --ready.')
}
