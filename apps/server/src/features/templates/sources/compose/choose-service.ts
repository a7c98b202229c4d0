import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import { mapOf } from './read-values.ts'
import type { YamlMap, YamlValue } from './read-yaml.ts'
import { fileKeyReason } from './refused-keys.ts'

const namesShown = 20

/** A service of a Compose file, with the volumes that the file declares. */
export interface ComposeService {
  readonly name: string
  readonly keys: YamlMap
  readonly volumes: YamlMap
}

/** Finds the service with a name, or the only one. `null`: there is none, which is refused with the names of all. */
export function chooseService(
  file: YamlValue,
  wanted: string | undefined,
  refused: RefusedParts,
): ComposeService | null {
  const services = mapOf(mapOf(file)?.get('services') ?? null) ?? new Map<string, YamlValue>()
  const names = [...services.keys()]
  const name = wanted ?? (names.length === 1 ? names[0] : undefined)
  const keys = mapOf((name === undefined ? null : services.get(name)) ?? null)
  if (name === undefined || keys === null) {
    refused.add(wanted ?? 'services', whyNone(names, wanted))
    return null
  }
  for (const other of names.filter((it) => it !== name))
    refused.add(`services.${other}`, 'A template has one container')
  for (const key of mapOf(file)?.keys() ?? []) {
    const reason = key === 'services' || key === 'volumes' ? null : fileKeyReason(key)
    if (reason !== null) refused.add(key, reason)
  }
  return { name, keys, volumes: mapOf(mapOf(file)?.get('volumes') ?? null) ?? new Map() }
}

function whyNone(names: readonly string[], wanted: string | undefined): string {
  const shown = names.slice(0, namesShown).join(', ')
  const all = names.length > namesShown ? `${shown} and ${names.length - namesShown} more` : shown
  if (names.length === 0) return 'The file has no services'
  return wanted === undefined ? `Choose one service: ${all}` : `is not one of the services: ${all}`
}
