import { ApiError } from '@gridloom/client/api-error'
import { Button, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { describeError } from '../../../ui/format/error-texts.ts'
import dotted from '../dotted.module.css'
import { hasKeyboard, keepFocus } from '../keep-focus.ts'
import styles from './composer.module.css'
import type { HintPart } from './price-hint.ts'

interface ComposerProps {
  /**
   * `running`: an answer is being made, which can be stopped. `sending`: the prompt is on its way. `closed`: no machine
   * would answer.
   */
  state: 'ready' | 'sending' | 'running' | 'closed'
  problem: Error | null
  field: RefObject<HTMLTextAreaElement | null>
  /** What asking what is typed costs. */
  hint: (text: string) => readonly HintPart[]
  send: (text: string) => Promise<'sent' | 'refused'>
  stop: () => void
  /** Arrow up in the empty field. */
  editLast: () => void
}

/** Where one writes. Enter sends, Shift and Enter makes a line, and what is refused stands here again. */
export function Composer(props: ComposerProps) {
  const { state, problem, field, hint, send, stop, editLast } = props
  const [text, setText] = useState('')
  const [mayFocus] = useState(hasKeyboard)
  const ready = state === 'ready' && text.trim() !== ''

  async function submit(): Promise<void> {
    if (!ready) return
    setText('')
    keepFocus(field)
    const outcome = await send(text)
    if (outcome === 'refused') setText((typed) => (typed === '' ? text : typed))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault()
      editLast()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }

  return (
    <div className={styles.composer}>
      {problem && (state === 'ready' || state === 'closed') && <Problem error={problem} />}
      <div className={styles.box}>
        <Textarea
          ref={field}
          variant="unstyled"
          classNames={{ input: styles.field ?? '' }}
          aria-label="Your prompt"
          placeholder={
            state === 'closed' ? 'This model is currently unavailable' : 'Send a message'
          }
          autoFocus={mayFocus}
          autosize
          minRows={1}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.under}>
          <Hint parts={hint(text)} />
          <span className={styles.keys}>
            {state === 'running' ? 'Esc to stop' : 'Shift+Enter for a new line'}
          </span>
          {state === 'running' ? (
            <StopButton
              stop={() => {
                stop()
                keepFocus(field)
              }}
            />
          ) : (
            <SendButton ready={ready} state={state} send={() => void submit()} />
          )}
        </div>
      </div>
    </div>
  )
}

function StopButton({ stop }: { stop: () => void }) {
  return (
    <Button
      size="xs"
      variant="filled"
      leftSection={<IconPlayerStopFilled size={13} />}
      onClick={stop}
    >
      Stop
    </Button>
  )
}

interface SendButtonProps extends Pick<ComposerProps, 'state'> {
  /** Whether there is something to send, and somebody to answer it. */
  ready: boolean
  send: () => void
}

function SendButton({ ready, state, send }: SendButtonProps) {
  return (
    <Button
      size="xs"
      variant="filled"
      leftSection={<IconArrowUp size={14} />}
      disabled={!ready}
      loading={state === 'sending'}
      onClick={send}
    >
      Send
    </Button>
  )
}

/** Each part stays whole on its line; a name that is too long for it is cut. */
function Hint({ parts }: { parts: readonly HintPart[] }) {
  return (
    <ul className={`${dotted.dotted} ${styles.hint} gl-num`} aria-label="Price">
      {parts.map(({ name, words }) => (
        <li key={`${name} ${words}`}>
          {name !== undefined && (
            <span className={styles.name} title={name}>
              {name}{' '}
            </span>
          )}
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}

function Problem({ error }: { error: Error }) {
  const { text, remedy } = describeError(error)
  return (
    <p className={styles.problem} role="alert">
      {text} {remedy}{' '}
      {error instanceof ApiError && error.code === 'insufficient_funds' && (
        <Link to="/account" search={{ section: 'billing' }}>
          View balance
        </Link>
      )}
    </p>
  )
}
