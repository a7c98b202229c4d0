import { Chat, ChatParameters, type Inference } from '@gridloom/contract/chat/chat'
import { expect, it } from 'vitest'
import { exportNameOf, markdownOf } from './markdown-of.ts'

it('writes a chat as headings with its prompts and answers', () => {
  expect(markdownOf(aChat({ system: 'Be short.' }), [exchange()])).toBe(
    [
      '# About looms',
      'gridloom/tinychat, 2026-01-01',
      '## System',
      'Be short.',
      '## You',
      'What is a loom?',
      '## gridloom/bigchat',
      'A **frame**.',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  )
})

it.each([
  ['length', '*(length limit reached)*'],
  ['stopped', '*(stopped)*'],
  ['broken', '*(interrupted)*'],
  ['running', '*(in progress)*'],
] as const)('marks how an answer that is %s ended', (state, mark) => {
  expect(markdownOf(aChat({}), [exchange({ state })])).toContain(`A **frame**.\n\n${mark}\n`)
})

it('writes a prompt without an answer', () => {
  const alone = exchange({ answer: '', answer_id: null, model_id: null, state: null })
  expect(markdownOf(aChat({}), [alone]).endsWith('## You\n\nWhat is a loom?\n')).toBe(true)
})

it('keeps the title on one line', () => {
  expect(markdownOf({ ...aChat({}), title: 'a\n# b' }, [])).toMatch(/^# a # b\n/)
})

it.each([
  ['About looms', 'about-looms.md'],
  ['../../etc/passwd', 'etc-passwd.md'],
  ['Größe & Gewicht\r\nSet-Cookie: a', 'gro-e-gewicht-set-cookie-a.md'],
  ['"; rm -rf', 'rm-rf.md'],
  ['織機', 'chat.md'],
  ['CON', 'chat.md'],
  [`${'a'.repeat(59)} b`, `${'a'.repeat(59)}.md`],
])('names the file of a chat titled %j %s', (title, name) => {
  expect(exportNameOf(title, 'md')).toBe(name)
})

function aChat(parameters: Partial<ChatParameters>): Chat {
  return Chat.parse({
    id: 'cht_00000000000000000000000001',
    model_id: 'gridloom/tinychat',
    title: 'About looms',
    parameters: ChatParameters.parse(parameters),
    leaf_id: null,
    share: null,
    created_at: '2026-01-01T10:00:00.000Z',
    changed_at: '2026-01-01T10:00:00.000Z',
  })
}

function exchange(over: Partial<Record<keyof Inference, unknown>> = {}): Inference {
  return asInference({
    prompt: 'What is a loom?',
    answer: 'A **frame**.',
    message_id: 'a',
    answer_id: 'b',
    model_id: 'gridloom/bigchat',
    generation_id: 'c',
    state: 'done',
    cost: null,
    ...over,
  })
}

/** Named cast: Markdown does not use the ids. */
function asInference(exchange: Record<keyof Inference, unknown>): Inference {
  return exchange as Inference
}
