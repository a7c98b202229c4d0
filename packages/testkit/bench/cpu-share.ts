import { mkdir, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A part of the processor that a process and all that it starts share. */
export interface CpuShare extends AsyncDisposable {
  /** Whoever writes their process id into it gets no more than that from then on. */
  readonly door: string
}

const periodUs = 100_000

/** Makes a control group (cgroups(7), either version) that gets so many cores at most. Needs root. */
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
