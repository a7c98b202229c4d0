import { access, constants } from 'node:fs/promises'

/** The folder where lxcfs serves /proc and /sys as seen from a container. Source: lxcfs(1). */
const lxcfsFolder = '/var/lib/lxcfs'

const views = ['cpuinfo', 'diskstats', 'loadavg', 'meminfo', 'stat', 'swaps', 'uptime']

/**
 * Returns mounts (`from:to:ro`) that show a container its own memory, load and CPUs in place of the machine's; none
 * where lxcfs does not run.
 */
export async function resourceViews(folder = lxcfsFolder): Promise<string[]> {
  try {
    await access(`${folder}/proc/meminfo`, constants.R_OK)
  } catch {
    // @NOTE a probe: without lxcfs containers see the machine's own figures, reported as an isolation gap
    return []
  }
  return views.map((view) => `${folder}/proc/${view}:/proc/${view}:ro`)
}
