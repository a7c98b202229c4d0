import type { Gpu } from '@gridloom/contract/machines/hardware'
import type { Execute } from '../../host/execute.ts'
import { mergeGpus } from './merge.ts'
import {
  nvidiaDetailsArgv,
  nvidiaHeaderArgv,
  nvlinkArgv,
  parseCudaVersion,
  parseNvidiaDetails,
  parseNvlinks,
} from './nvidia-details.ts'
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
  const found = parseNvidiaSmi(nvidia.stdout)
  const detailed = found.length === 0 ? [] : await withDetails(run, found)
  return mergeGpus([detailed, parseRocmSmi(rocm.stdout), parseLspci(devices)])
}

/** Returns the newest CUDA version that the driver supports; `null` without one. */
export async function readCuda(execute: Execute): Promise<string | null> {
  const { stdout } = await execute(nvidiaHeaderArgv, { timeoutMs: toolTimeoutMs })
  return parseCudaVersion(stdout)
}

type Run = (argv: readonly string[]) => ReturnType<Execute>

async function withDetails(run: Run, gpus: readonly Gpu[]): Promise<Gpu[]> {
  const [details, links] = await Promise.all([run(nvidiaDetailsArgv), run(nvlinkArgv)])
  const byUuid = parseNvidiaDetails(details.stdout)
  const linkOf = parseNvlinks(links.stdout)
  return gpus.map((gpu) => ({
    ...gpu,
    ...byUuid.get(gpu.uuid),
    nvlink_gb_s: links.exitCode === 0 ? (linkOf.get(gpu.uuid) ?? 0) : null,
  }))
}
