import { z } from 'zod'

/** A line of restic's progress. Source: restic.readthedocs.io/en/stable/scripting.html. */
const Status = z.object({
  message_type: z.literal('status'),
  percent_done: z.number().min(0).max(1).catch(0),
  total_files: z.int().nonnegative().optional(),
  total_bytes: z.int().nonnegative().optional(),
})

const Summary = z.object({
  message_type: z.literal('summary'),
  data_added: z.int().nonnegative(),
  total_files_processed: z.int().nonnegative(),
  total_bytes_processed: z.int().nonnegative(),
  snapshot_id: z.string().regex(/^[0-9a-f]{8,64}$/),
})
export type BackupSummary = z.infer<typeof Summary>

const Point = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  time: z.iso.datetime({ offset: true }),
})

/** More than a retention keeps; what claims to have more is not believed. */
const pointsMax = 1_000

const Forgotten = z
  .array(z.object({ keep: z.array(Point).max(pointsMax).nullable() }))
  .max(100)
  .transform((groups) => groups.flatMap(({ keep }) => keep ?? []))
  .refine((points) => points.length <= pointsMax)

/** What restic printed on one line. */
export type ResticLine =
  | { kind: 'status'; percent: number; files: number | null; bytes: number | null }
  | { kind: 'summary'; summary: BackupSummary }
  | { kind: 'points'; points: { id: string; at: Date }[] }
  | { kind: 'text'; text: string }

/** Parses a line; whatever is no known message is text. */
export function readLine(line: string): ResticLine {
  const value = jsonOf(line)
  if (value === undefined) return { kind: 'text', text: line }
  const status = Status.safeParse(value)
  if (status.success) {
    const { percent_done, total_files: files = null, total_bytes: bytes = null } = status.data
    return { kind: 'status', percent: Math.floor(percent_done * 100), files, bytes }
  }
  const summary = Summary.safeParse(value)
  if (summary.success) return { kind: 'summary', summary: summary.data }
  const forgotten = Forgotten.safeParse(value)
  if (forgotten.success) {
    const points = forgotten.data.map(({ id, time }) => ({ id, at: new Date(time) }))
    return { kind: 'points', points }
  }
  return { kind: 'text', text: line }
}

function jsonOf(line: string): unknown {
  if (!/^[{[]/.test(line)) return undefined
  try {
    return JSON.parse(line)
  } catch {
    // @NOTE text that begins with a bracket
    return undefined
  }
}
