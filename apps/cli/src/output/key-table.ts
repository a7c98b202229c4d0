import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { formatSince, formatTime, shortId } from './format.ts'
import type { Draw } from './output.ts'

/** API keys, one per line, newest first. */
export function keyTable(draw: Draw, keys: readonly ApiKey[], nowMs: number): string {
  return draw.table(
    [
      { title: 'KEY' },
      { title: 'NAME', cutTo: 12 },
      { title: 'PREFIX', dropRank: 4 },
      { title: 'SCOPES', cutTo: 14, dropRank: 3 },
      { title: 'SPENT', align: 'right' },
      { title: 'ON HOLD', align: 'right', dropRank: 7 },
      { title: 'BUDGET', align: 'right' },
      { title: 'RESETS', dropRank: 5 },
      { title: 'MODELS', cutTo: 14, dropRank: 6 },
      { title: 'EXPIRES', dropRank: 2 },
      { title: 'USED', align: 'right', dropRank: 1 },
    ],
    keys.map((key) => [
      { text: shortId(key.id), tone: 'strong' },
      key.name,
      `${key.starts_with}…`,
      key.scopes.join(' '),
      formatUsdExact(key.spent_micro_usd),
      formatUsdExact(key.held_micro_usd),
      budgetText(key),
      formatTime(key.budget_resets_at),
      key.models === null ? 'all' : key.models.join(' '),
      formatTime(key.expires_at),
      formatSince(key.last_used_at, nowMs),
    ]),
  )
}

function budgetText({ budget_micro_usd: microUsd, budget_period: period }: ApiKey): string {
  if (microUsd === null) return '—'
  return period === 'never' ? formatUsdExact(microUsd) : `${formatUsdExact(microUsd)} ${period}`
}
