import { z } from 'zod'

/** Whether this process runs under Vitest, whose global setup starts one cluster for all files. */
export function runsUnderVitest(): boolean {
  return process.env.VITEST === 'true'
}

const Chaos = z.object({
  GRIDLOOM_CHAOS_KILLS: z.coerce.number().int().min(1).default(50),
  GRIDLOOM_CHAOS_SEED: z.coerce.number().int().min(0).optional(),
})

/** How often the chaos test kills, and the seed that repeats a run (a new one each time unless set). */
export function readChaosConfig(): { kills: number; seed: number } {
  const read = Chaos.parse(process.env)
  return {
    kills: read.GRIDLOOM_CHAOS_KILLS,
    seed: read.GRIDLOOM_CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32),
  }
}

/** The environment of a child process: this one's without Vitest's variables, with overrides. */
export function environmentWith(own: Record<string, string>): NodeJS.ProcessEnv {
  const { VITEST: _vitest, NODE_ENV: _nodeEnv, NODE_OPTIONS: _options, ...rest } = process.env
  return { ...rest, ...own }
}
