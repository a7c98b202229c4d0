import { expect, it } from 'vitest'
import { aGpu, aMachine, sampleId, someHardware } from '../../testing/samples.ts'
import { devicesOf, openDevice } from './devices.ts'

const withGpus = aMachine({ hardware: someHardware({ gpus: [aGpu(0), aGpu(1)] }) })
const cpuOnly = aMachine({ id: sampleId('mch', 2), status: 'offline' })

it('lists the GPUs of each machine, then its CPUs, and no machine that never connected', () => {
  const waiting = aMachine({ id: sampleId('mch', 3), hardware: null })
  const devices = devicesOf([withGpus, waiting, cpuOnly])
  expect(devices.map(({ gpu }) => gpu?.uuid)).toEqual(['GPU-0', 'GPU-1', undefined, undefined])
  expect(devices.map(({ isLive }) => isLive)).toEqual([true, true, true, false])
})

it('opens the device of the URL, else the first one', () => {
  const devices = devicesOf([withGpus, cpuOnly])
  expect(openDevice(devices, {})?.gpu?.uuid).toBe('GPU-0')
  expect(openDevice(devices, { machine: withGpus.id, gpu: 'GPU-1' })?.gpu?.uuid).toBe('GPU-1')
  expect(openDevice(devices, { machine: cpuOnly.id })?.machine.id).toBe(cpuOnly.id)
  expect(openDevice(devices, { machine: cpuOnly.id, gpu: 'gone' })?.gpu?.uuid).toBe('GPU-0')
  expect(openDevice([], {})).toBeUndefined()
})
