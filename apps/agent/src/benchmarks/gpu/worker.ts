import { argv, stdout } from 'node:process'
import { systemClock } from '@gridloom/async/clock'
import { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { Driver } from './driver.ts'
import { measureDevice } from './measure-device.ts'
import type { WorkerLine } from './worker-lines.ts'

/**
 * The process that measures GPUs: `worker LIBRARY [UUID…]`, one line of JSON for each figure. It is a process of its
 * own, as a fault in a driver ends it. Without GPUs it only checks that the library answers.
 */
const [library = '', ...uuids] = argv.slice(2)

try {
  await run()
} catch (cause) {
  say({ failed: textOf(cause) })
}

async function run(): Promise<void> {
  const driver = await open()
  say({ ready: true })
  for (const device of driver.devices()) {
    if (!uuids.includes(device.uuid)) continue
    try {
      const figures = measureDevice(driver, device, systemClock)
      for (const kind of GpuBenchmarkKind.options) {
        const value = figures[kind]
        if (value !== undefined) say({ gpu_uuid: device.uuid, kind, value })
      }
    } catch (cause) {
      say({ gpu_uuid: device.uuid, failed: textOf(cause) })
    }
  }
}

/** Koffi finds its native part below this folder where the agent is bundled. */
async function open(): Promise<Driver> {
  Object.assign(process, { resourcesPath: import.meta.dirname })
  const { openDriver } = await import('./driver.ts')
  return openDriver(library)
}

function say(line: WorkerLine): void {
  stdout.write(`${JSON.stringify(line)}\n`)
}

function textOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 500)
}
