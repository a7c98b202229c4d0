import type { Struct } from '../dna/struct.ts'
import type { DataBlock } from './data-block.ts'
import type { Findings, Simulation } from './findings.ts'

/** Switches of `PointCache.flag`. Source: `PTCACHE_*` of `DNA_object_force_types.h`. */
const cacheBaked = 1 << 0
const cacheOnDisk = 1 << 6
/** Flag of `FluidDomainSettings.cache_flag`. Source: `FLUID_DOMAIN_BAKED_DATA` of `DNA_fluid_types.h`. */
const fluidBaked = 1 << 1

/** The state of a point cache. */
export function bakedState(cache: Struct | undefined): Simulation['baked'] {
  const flags = cache?.number('flag') ?? 0
  if ((flags & cacheBaked) === 0) return 'no'
  return (flags & cacheOnDisk) === 0 ? 'inside' : 'beside'
}

/** The structs that an object owns if it simulates something. */
export const simulationStructs = [
  'PointCache',
  'ClothModifierData',
  'ParticleSystem',
  'SoftBody',
  'SoftBody_Shared',
  'FluidDomainSettings',
] as const

/** The simulations of an object's modifiers and particle systems. */
export function readSimulations(object: DataBlock, findings: Findings): void {
  const owner = object.name
  for (const cloth of object.owned('ClothModifierData')) {
    // Dynamic hair has a cloth modifier too, inside its particle system.
    const cache = object.follow(cloth, 'point_cache')
    if (cache) findings.addSimulation({ owner, kind: 'cloth', baked: bakedState(cache) })
  }
  for (const body of object.owned('SoftBody')) {
    const cache = object.follow(object.follow(body, 'shared') ?? body, 'pointcache')
    findings.addSimulation({ owner, kind: 'soft body', baked: bakedState(cache) })
  }
  for (const system of object.owned('ParticleSystem'))
    findings.addSimulation({
      owner,
      kind: 'particles',
      baked: bakedState(object.follow(system, 'pointcache')),
      settings: system.pointer('part'),
    })
  for (const domain of object.owned('FluidDomainSettings')) readFluid(owner, domain, findings)
}

/** A fluid's cache is always a folder beside the file. */
function readFluid(owner: string, domain: Struct, findings: Findings): void {
  const isBaked = ((domain.number('cache_flag') ?? 0) & fluidBaked) !== 0
  findings.addSimulation({ owner, kind: 'fluid', baked: isBaked ? 'inside' : 'no' })
  if (isBaked)
    findings.refer({ kind: 'cache', path: domain.text('cache_directory') ?? '', extent: 'file' })
}

/** `PA`: some particles need no simulation. Source: `PART_HAIR`, `PART_PHYS_NO` of `DNA_particle_types.h`. */
export function readParticleSettings(settings: DataBlock, findings: Findings): void {
  const isHair = settings.self.number('type') === 2
  const staysPut = settings.self.number('phystype') === 0
  if (isHair || staysPut) findings.addStillParticles(settings.address)
}
