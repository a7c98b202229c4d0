import type { DataBlock } from './data-block.ts'
import type { Findings } from './findings.ts'
import { readSimulations, simulationStructs } from './simulations.ts'

/** Source: `OB_CAMERA` of `DNA_object_types.h`. */
const cameraType = 11

export const objectStructs = [
  ...simulationStructs,
  'MeshCacheModifierData',
  'OceanModifierData',
] as const

/** `OB`: cameras, simulations, and modifiers that read files. */
export function readObject(object: DataBlock, findings: Findings): void {
  const { name } = object
  findings.addObject(object.address, name)
  if (object.self.number('type') === cameraType) findings.addCamera(name)
  readSimulations(object, findings)
  for (const cache of object.owned('MeshCacheModifierData'))
    findings.refer({ kind: 'cache', path: cache.text('filepath') ?? '', extent: 'file' })
  for (const ocean of object.owned('OceanModifierData'))
    if (ocean.number('cached') === 1)
      findings.refer({ kind: 'cache', path: ocean.text('cachepath') ?? '', extent: 'file' })
}

/** `ID`: a data-block of another file, of which only the name is stored here. */
export function readLinked(linked: DataBlock, findings: Findings): void {
  const kind = linked.self.text('name')?.slice(0, 2)
  if (kind === 'OB') findings.addObject(linked.address, linked.name)
}
