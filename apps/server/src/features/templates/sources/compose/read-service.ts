import type { Readiness } from '@gridloom/contract/templates/container-fields'
import type { OptionValue } from '@gridloom/domain/templates/read-option-words'
import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import type { ComposeService } from './choose-service.ts'
import { readHealthCheck } from './read-health-check.ts'
import { itemsOf, type PlacedValue, textOf, wordsOf } from './read-values.ts'
import { readVolumes } from './read-volumes.ts'
import type { YamlMap } from './read-yaml.ts'
import { serviceKeyReason } from './refused-keys.ts'
import { readEnvironment, readPorts, readUlimits } from './service-options.ts'

/** What a service says about its container. */
export interface ServiceReading {
  readonly refused: RefusedParts
  /** Volumes that the file declares. */
  readonly volumes: YamlMap
  readonly options: OptionValue[]
  image: string | null
  entryPoint: readonly string[] | null
  command: readonly string[] | null
  readiness: Readiness | null
}

type Reader = (reading: ServiceReading, placed: PlacedValue) => void

const readers = new Map<string, Reader>([
  ['command', (reading, placed) => setWords(reading, 'command', placed)],
  ['entrypoint', (reading, placed) => setWords(reading, 'entryPoint', placed)],
  ['environment', readEnvironment],
  ['expose', (reading, placed) => addItems(reading, 'expose', placed)],
  ['healthcheck', readHealthCheck],
  ['hostname', (reading, placed) => addText(reading, 'hostname', placed)],
  ['image', readImage],
  ['ports', readPorts],
  ['shm_size', (reading, placed) => addText(reading, 'shm-size', placed)],
  ['ulimits', readUlimits],
  ['user', (reading, placed) => addText(reading, 'user', placed)],
  ['volumes', readVolumes],
  ['working_dir', (reading, placed) => addText(reading, 'workdir', placed)],
])

/** Reads the keys of a service; those that a template cannot have are refused. */
export function readService(
  { keys, volumes }: ComposeService,
  refused: RefusedParts,
): ServiceReading {
  const reading: ServiceReading = {
    refused,
    volumes,
    options: [],
    image: null,
    entryPoint: null,
    command: null,
    readiness: null,
  }
  for (const [key, value] of keys) {
    const read = readers.get(key)
    if (read !== undefined) read(reading, { part: key, value })
    else if (!key.startsWith('x-')) refused.add(key, serviceKeyReason(key))
  }
  return reading
}

function readImage(reading: ServiceReading, placed: PlacedValue): void {
  reading.image = textOf(placed, reading.refused)
}

function setWords(
  reading: ServiceReading,
  field: 'entryPoint' | 'command',
  placed: PlacedValue,
): void {
  const words = wordsOf(placed, reading.refused)
  if (words !== null && words.length > 0) reading[field] = words
}

function addText(reading: ServiceReading, name: OptionValue['name'], placed: PlacedValue): void {
  const value = textOf(placed, reading.refused)
  if (value !== null) reading.options.push({ name, value, part: `${placed.part}: ${value}` })
}

function addItems(reading: ServiceReading, name: OptionValue['name'], placed: PlacedValue): void {
  for (const item of itemsOf(placed, reading.refused)) addText(reading, name, item)
}
