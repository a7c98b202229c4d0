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
   * `running`: an answer is being generated and can be stopped. `sending`: the prompt is being sent. `closed`: no
   * machine serves the model.
   */
  state: 'ready' | 'sending' | 'running' | 'closed'
  problem: Error | null
  field: RefObject<HTMLTextAreaElement | null>
  /** Returns the price hint for the typed text. */
  hint: (text: string) => readonly HintPart[]
  send: (text: string) => Promise<'sent' | 'refused'>
  stop: () => void
  /** Called on arrow up in the empty field. */
  editLast: () => void
}

/** The prompt field. Enter sends, Shift+Enter adds a line, and a refused prompt is put back into the field. */
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
  /** Whether there is text to send and the model is served. */
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

/** A part never wraps within itself; a name too long for its line is cut. */
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
