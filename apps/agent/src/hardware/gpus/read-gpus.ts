import type { Gpu } from '@gridloom/contract/machines/hardware'
import type { Execute } from '../../host/execute.ts'
import { mergeGpus } from './merge.ts'
import { nvidiaSmiArgv, parseNvidiaSmi } from './nvidia-smi.ts'
import { lspciArgv, parseLspci } from './pci.ts'
import { parseRocmSmi, rocmSmiArgv } from './rocm-smi.ts'
import { listPciDevices, pciFolder } from './sysfs.ts'

/** nvidia-smi wakes sleeping cards without persistence mode, which takes seconds. */
const toolTimeoutMs = 15_000

/** Returns every GPU that a tool on this machine reports. A tool that is missing or fails reports none. */
export async function readGpus(execute: Execute, devicesFolder = pciFolder): Promise<Gpu[]> {
  const run = (argv: readonly string[]) => execute(argv, { timeoutMs: toolTimeoutMs })
  const [nvidia, rocm, pci] = await Promise.all([
    run(nvidiaSmiArgv),
    run(rocmSmiArgv),
    run(lspciArgv),
  ])
  const devices = pci.exitCode === 0 ? pci.stdout : await listPciDevices(devicesFolder)
  return mergeGpus([parseNvidiaSmi(nvidia.stdout), parseRocmSmi(rocm.stdout), parseLspci(devices)])
}
