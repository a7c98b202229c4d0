import { MachineId } from '@gridloom/contract/core/ids'
import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import {
  type RenderFormat,
  RenderSettings,
  type RenderSplit,
} from '@gridloom/contract/rendering/settings'
import { problemsOf } from '@gridloom/domain/rendering/check-settings'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'

/** The value of a number field: text while it is not a valid number. */
export type TypedNumber = number | string

/** A job's settings as typed. */
export interface DraftValues {
  blend_path: string
  scene: string
  camera: string
  frames: string
  step: TypedNumber
  width: TypedNumber
  height: TypedNumber
  percentage: TypedNumber
  engine: RenderSettings['engine']
  /** Empty: the file's own value. */
  samples: TypedNumber
  denoise: boolean
  format: RenderFormat
  fps: TypedNumber
  compositing: boolean
  split: RenderSplit['kind']
  columns: TypedNumber
  rows: TypedNumber
  ranges: TypedNumber
  chunk_target_s: number
  device: RenderSettings['needs']['device']
  memory_gib_min: TypedNumber
  machine_ids: string[]
  /** Dollars per reference hour; empty: any price. */
  price_usd_max: Usd
}

export type DraftField = keyof DraftValues
export type DraftProblems = Partial<Record<DraftField, string>>

/** Converts settings to form values. */
export function writeDraft({ needs, split, samples, ...settings }: RenderSettings): DraftValues {
  const tiles = split.kind === 'tiles' ? split : { columns: 2, rows: 2 }
  const price = needs.micro_usd_per_reference_hour_max
  return {
    ...settings,
    samples: samples ?? '',
    split: split.kind,
    columns: tiles.columns,
    rows: tiles.rows,
    ranges: split.kind === 'samples' ? split.ranges : 2,
    device: needs.device,
    memory_gib_min: needs.memory_mib_min / 1_024,
    machine_ids: [...needs.machine_ids],
    price_usd_max: price === null ? '' : usdOf(price),
  }
}

export type DraftRead =
  | { readonly settings: RenderSettings; readonly problems: undefined }
  | { readonly settings: undefined; readonly problems: DraftProblems }

/** Returns the typed settings, or their problems by field with the server's texts. */
export function readSettingsDraft(values: DraftValues, contents: SceneContents): DraftRead {
  const read = RenderSettings.safeParse(settingsTyped(values))
  if (!read.success) {
    const found = read.error.issues.map(({ path, message }) => [path.join('.'), message] as const)
    return { settings: undefined, problems: placeProblems(found) }
  }
  const problems = placeProblems(Object.entries(problemsOf(read.data, contents)))
  if (Object.keys(problems).length > 0) return { settings: undefined, problems }
  return { settings: read.data, problems: undefined }
}

const fieldOf: Readonly<Record<string, DraftField>> = {
  'split.columns': 'columns',
  'split.rows': 'rows',
  'split.ranges': 'ranges',
  'needs.device': 'device',
  'needs.memory_mib_min': 'memory_gib_min',
  'needs.machine_ids': 'machine_ids',
  'needs.micro_usd_per_reference_hour_max': 'price_usd_max',
}

/**
 * Maps problems from the contract's field names (`settings.needs.device`, with or without `settings.`) to form fields.
 */
export function placeProblems(
  found: readonly (readonly [path: string, text: string])[],
): DraftProblems {
  const placed: Record<string, string> = {}
  for (const [path, text] of found) {
    const name = path.replace(/^settings\./, '')
    placed[fieldOf[name] ?? name.split('.')[0] ?? name] = sentence(text)
  }
  return placed
}

/** Whether two settings are equal, regardless of the order of their properties. */
export function areSameSettings(one: RenderSettings, other: RenderSettings): boolean {
  return JSON.stringify(RenderSettings.parse(one)) === JSON.stringify(RenderSettings.parse(other))
}

function settingsTyped(values: DraftValues): unknown {
  const { device, memory_gib_min: memory, machine_ids: machines, price_usd_max: price } = values
  const { columns, rows, ranges, split, samples, ...rest } = values
  const { device: _, memory_gib_min: _1, machine_ids: _2, price_usd_max: _3, ...plain } = rest
  return {
    ...plain,
    step: number(values.step),
    width: number(values.width),
    height: number(values.height),
    percentage: number(values.percentage),
    fps: number(values.fps),
    samples: samples === '' ? null : number(samples),
    split: splitTyped({ split, columns, rows, ranges }),
    needs: {
      device,
      memory_mib_min: memory === '' ? 0 : Math.round(number(memory) * 1_024),
      machine_ids: machines.map((id) => MachineId.parse(id)),
      micro_usd_per_reference_hour_max: price === '' ? null : microUsdOf(price),
    },
  }
}

type SplitTyped = Pick<DraftValues, 'split' | 'columns' | 'rows' | 'ranges'>

function splitTyped({ split, columns, rows, ranges }: SplitTyped) {
  if (split === 'whole') return { kind: split }
  if (split === 'samples') return { kind: split, ranges: number(ranges) }
  return { kind: split, columns: number(columns), rows: number(rows) }
}

/** Returns `NaN` for an invalid number, which the schema then reports at its field. */
function number(typed: TypedNumber): number {
  return typed === '' ? Number.NaN : Number(typed)
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
