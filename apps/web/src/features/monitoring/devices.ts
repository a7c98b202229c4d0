import type { MachineId } from '@gridloom/contract/core/ids'
import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import type { Gpu } from '@gridloom/contract/machines/hardware'
import type { Machine } from '@gridloom/contract/machines/machine'

/** A GPU, or the CPUs of a machine, with what is known of it now. */
export interface Device {
  readonly machine: Machine
  /** `null`: the CPUs. */
  readonly gpu: Gpu | null
  /** The newest sensors; `null`: no tool answers, the agent is older, or it is the CPUs. */
  readonly reading: GpuReading | null
  /** Whether its machine reports now; else the values are the last ones. */
  readonly isLive: boolean
}

/** All devices of the machines: the GPUs of each, then its CPUs. Machines that never connected have none. */
export function devicesOf(machines: readonly Machine[]): Device[] {
  return machines.flatMap((machine) => {
    if (machine.hardware === null) return []
    const isLive = machine.status === 'online' && machine.load !== null
    const gpus = machine.hardware.gpus.map((gpu) => ({
      ...{ machine, gpu, isLive },
      reading: machine.load?.gpus?.find(({ uuid }) => uuid === gpu.uuid) ?? null,
    }))
    return [...gpus, { machine, gpu: null, reading: null, isLive }]
  })
}

/** Which device's history is open. */
export interface OpenDevice {
  machine?: MachineId
  gpu?: string
}

/** The device that is named, else the first one. */
export function openDevice(devices: readonly Device[], open: OpenDevice): Device | undefined {
  const named = devices.find(
    ({ machine, gpu }) => machine.id === open.machine && gpu?.uuid === open.gpu,
  )
  return named ?? devices[0]
}
