import type { MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'

/** The properties of a machine that decide whether it can render a job. */
export interface RenderMachine {
  readonly machineId: MachineId
  readonly capability: RenderCapability | null
  readonly memoryMib: number
  readonly microUsdPerReferenceHour: MicroUsdPerHour
}

/** The requirements of a job on a machine. */
export interface RenderNeeds {
  readonly settings: Pick<RenderSettings, 'engine' | 'denoise' | 'needs'>
  /** The Blender that saved the file, such as `3.4`; an older one may not read it. `null`: unknown. */
  readonly savedBy: string | null
}

/** The closed list of reasons why a machine does not fit. */
export type MisfitReason =
  | 'not_chosen'
  | 'too_expensive'
  | 'no_blender'
  | 'blender_too_old'
  | 'engine_missing'
  | 'denoiser_missing'
  | 'device_missing'
  | 'memory_short'

/** The first reason why a machine cannot render for a job; `null` if it can. */
export function misfitOf(
  { settings, savedBy }: RenderNeeds,
  machine: RenderMachine,
): MisfitReason | null {
  const { needs, engine, denoise } = settings
  const { capability } = machine
  const highest = needs.micro_usd_per_reference_hour_max
  if (needs.machine_ids.length > 0 && !needs.machine_ids.includes(machine.machineId))
    return 'not_chosen'
  if (highest !== null && machine.microUsdPerReferenceHour > highest) return 'too_expensive'
  if (capability === null) return 'no_blender'
  if (savedBy !== null && isOlder(capability.blender_version, savedBy)) return 'blender_too_old'
  if (!capability.engines.includes(engine)) return 'engine_missing'
  if (denoise && engine === 'cycles' && capability.denoisers.length === 0) return 'denoiser_missing'
  if (needs.device !== 'any' && !hasDevice(capability, needs.device)) return 'device_missing'
  if (machine.memoryMib < needs.memory_mib_min) return 'memory_short'
  return null
}

/** Whether {@link misfitOf} finds no misfit. */
export function machineFits(needs: RenderNeeds, machine: RenderMachine): boolean {
  return misfitOf(needs, machine) === null
}

function hasDevice({ devices }: RenderCapability, wanted: 'cpu' | 'gpu'): boolean {
  return devices.some(({ kind }) => (kind === 'cpu') === (wanted === 'cpu'))
}

/** Whether a Blender is older than the one that saved a file, by major and minor version. */
function isOlder(blender: string, savedBy: string): boolean {
  const [major, minor] = versionOf(blender)
  const [savedMajor, savedMinor] = versionOf(savedBy)
  return major < savedMajor || (major === savedMajor && minor < savedMinor)
}

function versionOf(text: string): [number, number] {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(text) ?? []
  return [Number(major), Number(minor)]
}
