import { refusals } from '@gridloom/domain/templates/refusals'
import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import { itemsOf, mapOf, type PlacedValue, textOf } from './read-values.ts'
import type { YamlMap } from './read-yaml.ts'
import type { OptionTarget } from './service-options.ts'

interface VolumeTarget extends OptionTarget {
  readonly volumes: YamlMap
}

const mountKeys = ['type', 'source', 'target', 'read_only']

/** Volumes as `NAME:PATH`, or as maps with `type`, `source`, `target` and `read_only`. */
export function readVolumes(target: VolumeTarget, placed: PlacedValue): void {
  const { refused, options } = target
  for (const item of itemsOf(placed, refused)) {
    const map = mapOf(item.value)
    const text = map === null ? textOf(item, refused) : mountOf(map, item.part, target)
    if (text === null) continue
    const value = map === null ? withVolumeName(text, target) : text
    options.push({ name: map === null ? 'volume' : 'mount', value, part: `${item.part}: ${text}` })
  }
}

/** The mount as `--mount` of docker run has it. */
function mountOf(map: YamlMap, part: string, target: VolumeTarget): string | null {
  for (const key of map.keys())
    if (!mountKeys.includes(key)) target.refused.add(`${part}.${key}`, 'is not available')
  const field = (name: string) =>
    textOf({ part: `${part}.${name}`, value: map.get(name) ?? null }, target.refused)
  const fields = {
    type: field('type') ?? 'volume',
    source: nameOf(field('source') ?? '', target),
    target: field('target') ?? '',
    readonly: field('read_only') ?? 'false',
  }
  if (Object.values(fields).some((value) => value.includes(','))) {
    target.refused.add(part, 'has a comma in a name or a path')
    return null
  }
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}

function withVolumeName(text: string, target: VolumeTarget): string {
  const colon = text.indexOf(':')
  return colon < 0 ? text : `${nameOf(text.slice(0, colon), target)}${text.slice(colon)}`
}

/** The name that the file gives a volume, if it has another one than its key. */
function nameOf(key: string, { volumes, refused }: VolumeTarget): string {
  const name = mapOf(volumes.get(key) ?? null)?.get('name') ?? null
  return textOf({ part: `volumes.${key}.name`, value: name }, refused) ?? key
}

/** Refuses what the file says about volumes besides their names. */
export function refuseVolumeKeys(volumes: YamlMap, refused: RefusedParts): void {
  for (const [name, value] of volumes)
    for (const key of mapOf(value)?.keys() ?? [])
      if (key !== 'name' && key !== 'external')
        refused.add(`volumes.${name}.${key}`, refusals.volumeDriver)
}
