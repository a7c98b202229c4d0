import type { AccessCode } from '@gridloom/contract/operator/access-code'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

interface MakeOptions {
  code?: string
  uses?: number
  days?: number
}

const dayMs = 24 * 60 * 60 * 1_000

/** Adds `access-codes`, which lists them, with `make` and `revoke` below it. */
export function addAccessCodes(operator: Command, open: Open): void {
  const codes = operator
    .command('access-codes')
    .summary('manage access codes')
    .description('Manage access codes for the beta. Without a subcommand, lists them.')
    .addHelpText('after', examples('operator access-codes', 'operator access-codes make "a talk"'))
    .action((_options: object, command: Command) => showCodes(open(command)))
  codes
    .command('make')
    .argument('<label>', 'label')
    .summary('create an access code')
    .description('Create an access code. It is shown only once; the server stores its hash.')
    .option('--code <text>', 'custom code (default: random)')
    .option('--uses <n>', 'number of accounts that can use it', wholeNumber('--uses', 1, 1_000_000))
    .option('--days <n>', 'days until it expires', wholeNumber('--days', 1, 3_650))
    .addHelpText('after', examples('operator access-codes make "a talk" --uses 50 --days 7'))
    .action((label: string, options: MakeOptions, command: Command) =>
      makeCode(open(command), label, options),
    )
  codes
    .command('revoke')
    .argument('<code>', 'label, ID, or end of an ID')
    .summary('revoke an access code')
    .description('Revoke an access code. Accounts that already used it keep their access.')
    .addHelpText('after', examples('operator access-codes revoke "a talk"'))
    .action((wanted: string, _options: object, command: Command) =>
      revokeCode(open(command), wanted),
    )
}

async function showCodes(ctx: Ctx): Promise<void> {
  const codes = await ctx.client.operator.accessCodes({ signal: ctx.signal })
  await printList(ctx, codes, {
    empty: 'No access codes. Create one: gridloom operator access-codes make LABEL',
    columns: columnsAt(ctx.host.nowMs()),
  })
}

async function makeCode(ctx: Ctx, label: string, options: MakeOptions): Promise<void> {
  const { code, uses, days } = options
  const expiresAt =
    days === undefined ? null : new Date(ctx.host.nowMs() + days * dayMs).toISOString()
  const body = {
    label,
    uses_max: uses ?? null,
    expires_at: expiresAt,
    ...(code === undefined ? {} : { code }),
  }
  const made = await ctx.client.operator.makeAccessCode({ body, signal: ctx.signal })
  ctx.output.note("Save this code now. You won't be able to see it again:")
  await ctx.output.result(made, () => made.code)
}

async function revokeCode(ctx: Ctx, wanted: string): Promise<void> {
  const codes = await ctx.client.operator.accessCodes({ signal: ctx.signal })
  const active = codes.filter(({ revoked_at }) => revoked_at === null)
  const [code, ...more] = active.filter(
    ({ label, id }) => label === wanted || id === wanted || shortId(id) === wanted,
  )
  if (code === undefined) throw new NotFoundError(`Access code "${wanted}" not found.`)
  if (more.length > 0) throw new NotFoundError(`Several access codes match "${wanted}". Use an ID.`)
  const params = { id: code.id }
  const revoked = await ctx.client.operator.revokeAccessCode({ params, signal: ctx.signal })
  await ctx.output.result(revoked, () => `Revoked ${revoked.label}.`)
}

function columnsAt(nowMs: number): readonly ListColumn<AccessCode>[] {
  return [
    { title: 'CODE', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
    { title: 'LABEL', cutTo: 16, cell: ({ label }) => label },
    {
      title: 'USES',
      align: 'right',
      cell: ({ uses, uses_max: max }) => (max === null ? String(uses) : `${uses}/${max}`),
    },
    { title: 'STATE', cell: (code) => stateOf(code, nowMs) },
    { title: 'EXPIRES', dropRank: 1, cell: ({ expires_at: at }) => formatTime(at) },
  ]
}

function stateOf({ revoked_at, expires_at, uses, uses_max }: AccessCode, nowMs: number): string {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && Date.parse(expires_at) <= nowMs) return 'expired'
  return uses_max !== null && uses >= uses_max ? 'used up' : 'active'
}
