import type { Readiness } from '@gridloom/contract/templates/container-fields'
import type { Template, TemplateContent } from '@gridloom/contract/templates/template'
import { assertNever } from '@gridloom/domain/assert-never'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { formatPerHour } from '@gridloom/domain/money-format'
import { formatMemory, formatTime } from './format.ts'
import type { Draw } from './output.ts'

/** All details of a template, then its start script and its README. */
export function templateText(draw: Draw, template: Template): string {
  const { on_start_script: script, include_readme, template_description: readme } = template
  return [
    draw.facts([...identityFacts(template), ...containerFacts(template), ...useFacts(template)]),
    ...(script === '' ? [] : [`\n${draw.paint('Start script', 'dim')}\n${script.trimEnd()}`]),
    ...(readme === '' || !include_readme
      ? []
      : [`\n${draw.paint('README', 'dim')}\n${readme.trimEnd()}`]),
  ].join('\n')
}

/** Whose template it is, and who else sees it. */
export function accessText({ access, public_template: isPublic, author }: Template): string {
  if (access === 'predefined') return access
  if (access === 'own') return isPublic ? 'own, public' : 'own'
  return author === null ? access : `${access}, by ${author}`
}

type Fact = readonly [string, string]

function identityFacts(template: Template): Fact[] {
  return [
    ['Template', template.id],
    ['Name', template.name],
    ['Title', template.template_name],
    ...some('Description', template.description),
    ['Version', template.version],
    ['Access', accessText(template)],
    ...some('Tags', template.tags.join(', ')),
  ]
}

function containerFacts(template: Template): Fact[] {
  const { docker_repo_server: server, docker_repo_username: user } = template
  const password = template.docker_repo_password_saved ? 'password stored' : 'no password'
  return [
    ['Image', template.image_path_with_tag],
    ...some('Registry', user && `${user}${server && ` at ${server}`}, ${password}`),
    ['Launch mode', template.launch_mode],
    ...some('Arguments', template.docker_entry_point_tags.map(quoted).join(' ')),
    ...some('Docker options', template.docker_options),
    ...Object.entries(template.env).map(([name, value]): Fact => ['Env', `${name}=${value}`]),
    ...some('Ports', template.ports.join(', ')),
    ['Ready', readyText(template.readiness)],
    ['Disk', `${template.recommended_disk_gb} GB`],
    ...some('Needs', needTexts(template.extra_filters).join(', ')),
  ]
}

function useFacts({ uses, starts, updated_at }: Template): Fact[] {
  const { succeeded, failed } = starts
  return [
    ...some('Used', uses && `${uses} times, ${succeeded} of ${succeeded + failed} started`),
    ...some('Updated', updated_at && formatTime(updated_at)),
  ]
}

/** A fact, unless there is nothing to tell. */
function some(name: string, value: string | 0 | null): Fact[] {
  return value ? [[name, value]] : []
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)
}

function readyText(readiness: Readiness): string {
  switch (readiness.kind) {
    case 'started':
      return 'once started'
    case 'exec':
      return `${readiness.command.map(quoted).join(' ')} succeeds within ${readiness.timeout_s} s`
    case 'http':
      return `port ${readiness.port} answers ${readiness.path} within ${readiness.timeout_s} s`
    case 'tcp':
      return `port ${readiness.port} accepts connections within ${readiness.timeout_s} s`
    default:
      return assertNever(readiness)
  }
}

export function needTexts(filters: TemplateContent['extra_filters']): string[] {
  const { kind, gpu_model, price_micro_usd_per_hour_max: price } = filters
  const least = [
    [filters.slots_min, (n: number) => `${n} slots`],
    [filters.vram_mib_min, (n: number) => `${formatMemory(n)} GPU memory`],
    [filters.vcpus_min, (n: number) => `${n} vCPU`],
    [filters.memory_mib_min, (n: number) => `${formatMemory(n)} memory`],
    [filters.disk_gb_min, (n: number) => `${n} GB disk`],
    [filters.cpu_score_min, (n: number) => `CPU score ${n}`],
    [filters.network_down_mbps_min, (n: number) => `${n} Mb/s download`],
  ] as const
  const others = formatOfferQuery(withoutNamed(filters))
  return [
    ...(kind === undefined ? [] : [kind.toUpperCase()]),
    ...(gpu_model === undefined ? [] : [gpu_model]),
    ...least.flatMap(([value, text]) => (value === undefined ? [] : [`at least ${text(value)}`])),
    ...(price === undefined ? [] : [`at most ${formatPerHour(price)}`]),
    ...(others === '' ? [] : [others]),
  ]
}

/** The filters that {@link needTexts} has words for; the others are shown as a text query. */
const named: readonly string[] = [
  ...['kind', 'gpu_model', 'slots_min', 'vram_mib_min', 'vcpus_min', 'memory_mib_min'],
  ...['disk_gb_min', 'cpu_score_min', 'network_down_mbps_min', 'price_micro_usd_per_hour_max'],
]

function withoutNamed(filters: TemplateContent['extra_filters']): TemplateContent['extra_filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !named.includes(name)))
}
