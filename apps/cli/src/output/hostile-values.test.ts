import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../test/fake-server.ts'
import { aModel, anEndpoint } from '../../test/model-samples.ts'
import { aWorld } from '../../test/run-words.ts'
import {
  aBalance,
  aMachine,
  anInstance,
  anOffer,
  aReceipt,
  aTemplate,
  idEndingIn,
} from '../../test/samples.ts'

const poison = '\u001b[2J\u001b]52;c;cm0gLXJmIH4=\u0007\u009b31m\u202e\u2028\nfake line'

describe('hostile text', () => {
  it.each([
    ['offers'],
    ['ps'],
    ['inspect', 'trial'],
    ['receipt', 'trial'],
    ['machines'],
    ['reviews', idEndingIn('mch', 'cccc3333')],
    ['ports', 'links', 'trial', '80'],
    ['templates'],
    ['templates', 'show', 'debian'],
    ['models'],
    ['balance'],
    ['logs', 'trial'],
    ['logs', '-t', 'trial'],
    ['stop', 'trial'],
  ])('in the output of gridloom %s cannot control a terminal', async (...words) => {
    await using world = await aWorld({ answers: hostileAnswers(), columns: 200 })
    const { stdout, stderr } = await world.run(...words.filter((word) => word !== undefined))
    expect(stdout + stderr).not.toBe('')
    expectHarmless(stdout)
    expectHarmless(stderr)
    const { stdout: json } = await world.run(...words, '--json')
    expectHarmless(json)
  })

  it('in an error cannot control a terminal', async () => {
    const answers = { 'market.search': () => new Refusal('invalid_input', { gpu_model: poison }) }
    await using world = await aWorld({ answers, columns: 80 })
    const { stderr } = await world.run('offers')
    expect(stderr).toContain('gpu_model')
    expectHarmless(stderr)
  })

  it('in a log is written unchanged to a file or a program', async () => {
    await using world = await aWorld({ answers: hostileAnswers() })
    expect((await world.run('logs', 'trial')).stdout).toContain(poison)
  })

  it('in a table cell starts no new line', async () => {
    await using world = await aWorld({ answers: hostileAnswers(), columns: 300 })
    const { stdout } = await world.run('offers')
    expect(stdout.split('\n').some((line) => line.startsWith('fake line'))).toBe(false)
  })
})

/** Expects lines of text and tabs, without any control character. */
function expectHarmless(text: string): void {
  expect(text.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u)
}

function hostileAnswers(): Answers {
  const reason = { code: 'exited', text: poison, exit_code: 1, machine_says: poison }
  const instance = anInstance({
    label: 'trial',
    machine_name: poison,
    image: poison,
    template_name: poison,
    gpu_model: poison,
    env: { MODE: poison },
    reason,
    progress: { text: poison, percent: null, done_bytes: null, total_bytes: null },
  })
  const line = { at: '2026-11-21T09:30:00Z', stream: 'stdout', text: poison }
  const offer = anOffer({ machine_name: poison, cpu_model: poison, gpu_model: poison })
  const at = '2026-11-21T09:30:00.000Z'
  const review = {
    ...{ id: idEndingIn('rev', 'gggg7777'), rating: 1, text: poison, created_at: at },
    ...{ edited_at: null, rented_hours: 1, answer: { text: poison, at }, hidden: false },
  }
  const link = {
    ...{ id: idEndingIn('lnk', 'eeee5555'), note: poison, created_at: at, expires_at: at },
    created_by: idEndingIn('acc', 'ffff6666'),
  }
  const problem = { code: 'offline', text: poison, remedy: poison }
  return {
    'market.search': () => ({ offers: [offer], total: 1, more: false, explain: null }),
    'instances.list': () => [instance],
    'instances.read': () => instance,
    'instances.stop': () => instance,
    'instances.receipt': () => ({ ...aReceipt(), instance }),
    'instances.logs': () => [line],
    'machines.list': () => [aMachine({ name: poison, problems: [problem] })],
    'templates.list': () => [
      aTemplate({
        access: 'public',
        author: poison,
        on_start_script: poison,
        template_description: poison,
        env: { MODE: poison },
      }),
    ],
    'models.list': () => ({
      models: [aModel({ name: poison, endpoints: [anEndpoint({ problem: poison })] })],
    }),
    'ledger.balance': () => aBalance(),
    'reputation.listReviews': () => ({ reviews: [review], total: 1, mean_rating: 1 }),
    'ports.links': () => [link],
  }
}
