import type { BlendFacts, BlendScene } from '@gridloom/contract/rendering/blend-facts'
import { collect } from './collect.ts'
import type { BlendBytes } from './container/blend-bytes.ts'
import { findDna } from './dna/find-dna.ts'
import { headerBytesMax, readHeader, versionName } from './file/header.ts'
import type { Findings, Simulation } from './ids/findings.ts'

/** The facts of a file, with the findings that diagnostics need. */
export interface Inspection {
  readonly facts: BlendFacts
  readonly simulations: readonly Simulation[]
}

/** Inspects an opened file. `sizeBytes`: as stored. Throws `SceneBroken`, and the reason of `signal`. */
export async function inspectBlend(
  bytes: BlendBytes,
  sizeBytes: number,
  signal?: AbortSignal,
): Promise<Inspection> {
  const header = readHeader(await bytes.load(0, headerBytesMax))
  const found = await findDna(bytes, header, signal)
  const findings = await collect({ bytes, header, found }, signal)
  return {
    facts: factsOf(findings, {
      blender_version: versionName(header.version),
      compression: bytes.compression,
      size_bytes: sizeBytes,
    }),
    simulations: findings.movingSimulations,
  }
}

type Container = Pick<BlendFacts, 'blender_version' | 'compression' | 'size_bytes'>

function factsOf(findings: Findings, container: Container): BlendFacts {
  const active = findings.scenes.find(({ address }) => address === findings.activeScene)
  return {
    ...container,
    scenes: findings.scenes.map(
      ({ facts, camera }): BlendScene => ({
        ...facts,
        camera: findings.objectAt(camera) ?? null,
      }),
    ),
    active_scene: active?.facts.name ?? null,
    cameras: findings.cameras,
    references: findings.references,
    packed_files: findings.packedFiles,
    scripts: findings.scripts,
    drivers: findings.pythonDrivers,
    thumbnail: findings.thumbnail,
  }
}
