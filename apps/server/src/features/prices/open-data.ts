import { Refused } from '@gridloom/contract/errors'
import type { PriceDay } from '@gridloom/contract/prices/prices'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Ctx } from '../../platform/ctx.ts'
import type { Download } from '../../platform/http/routes.ts'
import { boundsOfMonth, dayOf } from './days.ts'
import { listDaysBetween, listMonths } from './read-prices-store.ts'

/** Returns the months that have full days, newest first. Today is published when it is over. */
export async function listOpenMonths({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<string[]> {
  return listMonths(db, dayOf(clock.now()))
}

/** Returns the full days of one month as a file. @throws Refused not_found */
export async function readPriceFile(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  name: string,
): Promise<Download> {
  const [month = '', format] = name.split('.')
  const { from, before } = boundsOfMonth(month)
  const today = dayOf(clock.now())
  const [end = today] = [before, today].toSorted()
  const days = await listDaysBetween(db, { from, before: end })
  if (days.length === 0) throw new Refused('not_found', { details: { what: 'month' } })
  const fileName = `gridloom-prices-${name}`
  return format === 'parquet'
    ? download(fileName, 'application/vnd.apache.parquet', parquetOf(days))
    : download(fileName, 'application/json', Buffer.from(JSON.stringify(days)))
}

function download(fileName: string, contentType: string, bytes: Uint8Array): Download {
  return { fileName, contentType, bytes: bytes.length, pieces: piecesOf(bytes) }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

/** The columns of the file, in micro-dollars and unit hours; the same names as in JSON. */
function parquetOf(days: readonly PriceDay[]): Uint8Array {
  const texts = (name: 'day' | 'hardware_class') => ({
    ...({ name, type: 'STRING', nullable: false } as const),
    data: days.map((day) => day[name]),
  })
  const amounts = (name: AmountName, nullable: boolean) => ({
    ...({ name, type: 'INT64', nullable } as const),
    data: days.map((day) => (day[name] === null ? null : BigInt(day[name]))),
  })
  const hours = (name: 'unit_hours_listed' | 'unit_hours_rented') => ({
    ...({ name, type: 'DOUBLE', nullable: false } as const),
    data: days.map((day) => day[name]),
  })
  const written = parquetWriteBuffer({
    columnData: [
      ...[texts('day'), texts('hardware_class')],
      ...[amounts('p10_micro_usd_per_hour', false), amounts('median_micro_usd_per_hour', false)],
      ...[
        amounts('p90_micro_usd_per_hour', false),
        amounts('paid_median_micro_usd_per_hour', true),
      ],
      amounts('last_rented_micro_usd_per_hour', true),
      ...[hours('unit_hours_listed'), hours('unit_hours_rented')],
    ],
  })
  return new Uint8Array(written)
}

type AmountName = Extract<keyof PriceDay, `${string}micro_usd_per_hour`>
