import type { Statistics } from '@gridloom/contract/statistics/statistics'
import type { Ctx } from '../../platform/ctx.ts'
import { countOnline } from '../machines/index.ts'
import { readPriceHistory } from '../market/index.ts'
import { countAnswers } from '../models/index.ts'
import { countDoneFrames } from '../rendering/index.ts'

/** Reads the totals of the installation. */
export async function readStatistics({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<Statistics> {
  const now = clock.now()
  const today = startOfDay(now)
  const [machines, gpu, cpu, frames, answers] = await Promise.all([
    countOnline(db),
    readPriceHistory(db, { kind: 'gpu', now }),
    readPriceHistory(db, { kind: 'cpu', now }),
    countDoneFrames(db, today),
    countAnswers(db, today),
  ])
  return {
    at: now.toISOString(),
    machines_online: machines,
    prices: { gpu, cpu },
    frames_today: frames,
    answers_today: answers,
  }
}

function startOfDay(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
}
