import type { MachineId } from '@gridloom/contract/core/ids'
import type { Evidence } from '@gridloom/contract/reputation/evidence'
import { EvidenceKey, type MachineTrust } from '@gridloom/contract/reputation/trust'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { trustText } from '../../output/trust-text.ts'
import { findAnyMachine } from '../../resolve/find-any-machine.ts'
import { findMachine } from '../../resolve/find-machine.ts'
import { readFacts } from './read-facts.ts'
import { recompute } from './recompute.ts'

interface TrustOptions {
  recompute?: boolean
  check?: boolean
  evidence?: boolean
  key?: string
}

export function addTrust(program: Command, open: Open): void {
  program
    .command('trust')
    .argument('<machine>', 'machine ID, name of the machine of an offer, or part of an offer’s ID')
    .summary('show the trust score of a machine')
    .description(
      'Show the trust score of a machine and its parts. --recompute downloads the signed facts, verifies them and computes the score again: exit code 1 if it differs.',
    )
    .option('--check', 'measure a machine of yours again, once a day and while nothing is rented')
    .option('--recompute', 'verify the facts and compute the score from them')
    .option('--evidence', 'print the facts as JSON Lines')
    .option('--key <key>', 'with --recompute: the public key of the installation, as known before')
    .addHelpText(
      'after',
      examples('trust tower', 'trust tower --recompute', 'trust tower --evidence'),
    )
    .action((wanted: string, options: TrustOptions, command: Command) =>
      showTrust(open(command), wanted, options),
    )
}

async function showTrust(ctx: Ctx, wanted: string, options: TrustOptions): Promise<void> {
  if ([options.evidence, options.recompute, options.check].filter(Boolean).length > 1)
    throw new UsageError('Use only one of --check, --evidence and --recompute.')
  if (options.key !== undefined && !EvidenceKey.safeParse(options.key).success)
    throw new UsageError('--key must be an Ed25519 key in base64url, 43 characters.')
  if (options.check) return checkAgain(ctx, wanted)
  const id = await findAnyMachine(ctx, wanted)
  if (options.evidence) return printFacts(ctx, id)
  const trust = await ctx.client.reputation.readTrust({ params: { id }, signal: ctx.signal })
  if (!options.recompute) return ctx.output.result(trust, (draw) => trustText(draw, trust))
  await printRecomputed(ctx, trust, options.key)
}

async function checkAgain(ctx: Ctx, wanted: string): Promise<void> {
  const { id, name } = await findMachine(ctx, wanted)
  await ctx.client.reputation.checkAgain({ params: { id }, signal: ctx.signal })
  await ctx.output.result({}, () => `Measuring ${name} again. The figures count in its score.`)
}

async function printFacts(ctx: Ctx, id: MachineId): Promise<void> {
  for await (const fact of readFacts(ctx, id)) {
    const line = JSON.stringify(fact)
    await ctx.output.item(fact, () => line)
  }
}

async function printRecomputed(ctx: Ctx, trust: MachineTrust, key?: string): Promise<void> {
  const facts: Evidence[] = []
  for await (const fact of readFacts(ctx, trust.machine_id)) facts.push(fact)
  const result = recompute(trust, facts, key)
  const said = (score: number | null) => (score === null ? 'new' : String(score))
  await ctx.output.result(result, (draw) =>
    draw.facts([
      ['Facts', `${result.facts}${result.problem === null ? ', complete and signed' : ''}`],
      ['Shown', said(result.shown)],
      ['Recomputed', said(result.recomputed)],
      ['Result', result.equal ? 'equal' : 'not equal'],
    ]),
  )
  if (result.problem !== null) throw new FailedError(result.problem)
}
