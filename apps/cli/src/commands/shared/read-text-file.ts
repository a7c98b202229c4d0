import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'

/** The text of a file, or of standard input for `-`. @throws UsageError */
export async function readTextFile({ host }: Pick<Ctx, 'host'>, file: string): Promise<string> {
  if (file === '-') return host.readStdin()
  const text = await host.readFile(file)
  if (text === undefined) throw new UsageError(`File ${file} not found or not readable.`)
  return text
}
