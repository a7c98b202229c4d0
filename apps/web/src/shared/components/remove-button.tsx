import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mutateThen } from '../../api/mutate-then.ts'
import { useToasts } from '../../api/runtime.tsx'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../ui/format/error-texts.ts'

interface RemoveButtonProps<Thing> {
  thing: Thing
  /** The verb: `Remove`. */
  word: string
  /** Name of the thing, for the button and the dialog. */
  name: string
  /** The verb with its object: `Remove passkey`. */
  confirmWord: string
  /** Toast text on success. */
  done: string
  remove: UseMutationResult<unknown, Error, Thing>
  /** The consequence: the data that is lost. */
  children: ReactNode
}

/** Removes something after a confirmation. */
export function RemoveButton<Thing>(props: RemoveButtonProps<Thing>) {
  const { thing, word, name, remove, done } = props
  const [opened, { open, close }] = useDisclosure(false)
  const toasts = useToasts()

  function confirm(): void {
    mutateThen(remove, thing, () => {
      close()
      toasts.show({ type: 'success', message: done })
    })
  }

  function leave(): void {
    close()
    remove.reset()
  }

  return (
    <>
      <Button size="xs" onClick={open} aria-label={`${word} ${name}`}>
        {word}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`${word} ${name}?`}
        confirmWord={props.confirmWord}
        busy={remove.isPending}
        problem={remove.error ? describeError(remove.error).text : undefined}
        onConfirm={confirm}
        onClose={leave}
      >
        {props.children}
      </ConfirmDialog>
    </>
  )
}
