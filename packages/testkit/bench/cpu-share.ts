import { mkdir, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A CPU limit that a process shares with everything that it starts. */
export interface CpuShare extends AsyncDisposable {
  /** The file to write a process id to: from then on, the process is limited. */
  readonly door: string
}

const periodUs = 100_000

/** Creates a control group (cgroups(7), either version) with at most this many cores. Needs root. */
export async function cpuShare(name: string, cores: number): Promise<CpuShare> {
  const isFirst = await stat('/sys/fs/cgroup/cpu').then(
    () => true,
    () => false,
  )
  const folder = path.join(isFirst ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup', name)
  const quotaUs = Math.round(periodUs * cores)
  await mkdir(folder, { recursive: true })
  if (isFirst) {
    await writeFile(path.join(folder, 'cpu.cfs_period_us'), String(periodUs))
    await writeFile(path.join(folder, 'cpu.cfs_quota_us'), String(quotaUs))
  } else {
    await writeFile(path.join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`)
  }
  return {
    door: path.join(folder, 'cgroup.procs'),
    [Symbol.asyncDispose]: () => rmdir(folder),
  }
}
