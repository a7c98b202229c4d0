import type { Gpu } from '@gridloom/contract/hardware'
import type { Execute } from '../../host/execute.ts'
import { mergeGpus } from './merge.ts'
import { nvidiaSmiArgv, parseNvidiaSmi } from './nvidia-smi.ts'
import { lspciArgv, parseLspci } from './pci.ts'
import { parseRocmSmi, rocmSmiArgv } from './rocm-smi.ts'

/** nvidia-smi wakes sleeping cards without persistence mode, which takes seconds. */
const toolTimeoutMs = 15_000

const tools = [
  { argv: nvidiaSmiArgv, parse: parseNvidiaSmi },
  { argv: rocmSmiArgv, parse: parseRocmSmi },
  { argv: lspciArgv, parse: parseLspci },
] as const

/** Every GPU that a tool on this machine names. A tool that is missing or fails names none. */
export async function readGpus(execute: Execute): Promise<Gpu[]> {
  const sources = await Promise.all(
    tools.map(async ({ argv, parse }) => {
      const { stdout } = await execute(argv, { timeoutMs: toolTimeoutMs })
      return parse(stdout)
    }),
  )
  return mergeGpus(sources)
}
