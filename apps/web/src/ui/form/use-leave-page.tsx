import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'

interface LeavePage {
  /** The confirmation dialog; render it on the page. */
  question: ReactNode
  /** Lets the next navigation pass without a question: the input is saved. */
  letGo: () => void
}

/** Asks before the page is left with unsaved input, by the app's links, the browser's buttons or a reload. */
export function useLeavePage({ typed }: { typed: boolean }): LeavePage {
  const isFree = useRef(false)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => !isFree.current && current.pathname !== next.pathname,
    enableBeforeUnload: typed,
    disabled: !typed,
    withResolver: true,
  })
  return {
    letGo: () => {
      isFree.current = true
    },
    question: (
      <ConfirmDialog
        opened={status === 'blocked'}
        title="Discard changes?"
        confirmWord="Discard changes"
        onConfirm={() => proceed?.()}
        onClose={() => reset?.()}
      >
        Your changes have not been saved.
      </ConfirmDialog>
    ),
  }
}
