import type { App, AppSummary } from '@gridloom/contract/apps/app'
import type { AppField } from '@gridloom/contract/apps/app-field'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { PortAddress } from '@gridloom/contract/ports/port-address'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Draw } from './output.ts'
import { needTexts } from './template-text.ts'

type Fact = readonly [string, string]

/** The median start, where the image is there if that was measured. */
export function readyWithin({ ready_held_s: held, ready_s: other, held_machines }: AppSummary) {
  const seconds = held_machines > 0 ? (held ?? other) : other
  return seconds === null ? '—' : `~${formatDuration(Math.max(1, Math.round(seconds)))}`
}

export function imageFrom({ registry }: AppSummary): string {
  return registry === null ? 'built there' : registry
}

/** All details of an app, what it asks for, its measured starts and its description. */
export function appText(draw: Draw, app: App): string {
  const { definition } = app
  return [
    draw.facts([...factsOf(app), ...definition.fields.map(fieldFact)]),
    ...(app.starts.length === 0 ? [] : [`\n${startsTable(draw, app)}`]),
    ...(definition.description === ''
      ? []
      : [`\n${draw.paint('About', 'dim')}\n${definition.description.trimEnd()}`]),
  ].join('\n')
}

function factsOf(app: App): Fact[] {
  const { definition, from_micro_usd_per_hour: from } = app
  const needs = needTexts(definition.needs).join(', ')
  return [
    ['App', app.slug],
    ['Name', app.name],
    ['Summary', app.summary],
    ['Version', app.version],
    [
      'Image',
      `${app.image} (${app.registry === null ? 'built on the machine' : `downloads from ${app.registry}`})`,
    ],
    ['Price', from === null ? 'no free machine fits now' : `from ${formatPerHour(from)}`],
    ['Offers', `${app.offers}, ${app.held_machines} machines have the image`],
    ...(needs === '' ? [] : [['Needs', needs] as const]),
    ['Disk', `${definition.recommended_disk_gb} GB`],
    ...definition.ports.map(
      ({ port, name, access }): Fact => ['Port', `${port} ${name}, ${access}`],
    ),
  ]
}

function fieldFact(field: AppField): Fact {
  return ['Field', `${field.name}: ${field.label}${fieldNote(field)}`]
}

function fieldNote({ kind, default: fallback, required, options }: AppField): string {
  if (kind === 'generate') return ', generated unless set'
  const choices =
    kind === 'select' ? `, one of ${options.map(({ value }) => value).join(', ')}` : ''
  if (fallback !== '') return `${choices}, ${fallback} by default`
  return required ? `${choices}, required` : `${choices}, optional`
}

function startsTable(draw: Draw, { starts }: App): string {
  const seconds = (value: number | null) => (value === null ? '—' : `~${formatDuration(value)}`)
  return draw.table(
    [
      { title: 'STARTED ON' },
      { title: 'IMAGE' },
      { title: 'HALF', align: 'right' },
      { title: '90 %', align: 'right' },
      { title: 'READY', align: 'right' },
      { title: 'FAILED', align: 'right' },
    ],
    starts.map((start) => [
      start.hardware,
      start.image_held ? 'there' : 'fetched',
      seconds(start.p50_s),
      seconds(start.p90_s),
      String(start.ready),
      String(start.failed),
    ]),
  )
}

/** Where a launched app is opened, and what signs in to it. */
export function openText(
  draw: Draw,
  { id, links, app, ports: declared }: Instance,
  ports: readonly PortAddress[],
): string {
  const pages = links.flatMap(({ title, port, path }): Fact[] => {
    const url = ports.find((address) => address.port === port)?.url ?? null
    return url === null ? [] : [[title, `${url}${path}`]]
  })
  const [port] = declared
  const forward: Fact[] =
    pages.length > 0 || port === undefined ? [] : [['Connect', `gridloom forward ${id} ${port}`]]
  const login = (app?.login ?? []).map(({ label, value }): Fact => [label, value])
  return draw.facts([['Instance', id], ...pages, ...forward, ...login])
}
