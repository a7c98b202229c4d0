import type { SavedSearch } from '@gridloom/contract/market/saved-search'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { useChangeSearch, useDeleteSearch } from '../api/saved-searches.ts'
import { channelWords, draftOf, toNewSearch } from './search-draft.ts'
import { SearchForm } from './search-form.tsx'
import styles from './searches.module.css'

interface SavedSearchLineProps {
  search: SavedSearch
  /** Shows the offers that match. */
  onShow: (search: SavedSearch) => void
}

/** One saved search: its name shows what matches; its menu edits, pauses and deletes it. */
export function SavedSearchLine({ search, onShow }: SavedSearchLineProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const pause = useChangeSearch(search.id)
  const close = () => setOpen(null)
  return (
    <li className={styles.search}>
      <div className={styles.facts}>
        <div className={styles.title}>
          <button type="button" className={styles.name} onClick={() => onShow(search)}>
            {search.name}
          </button>
          {search.paused && <StatusBadge tone="idle" word="Paused" look="plain" />}
        </div>
        <code className={styles.words}>{search.query || 'any offer'}</code>
        <div className={styles.note}>
          <SearchState search={search} />
        </div>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} aria-label={`Actions of ${search.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onShow(search)}>Show matches</Menu.Item>
          <Menu.Item onClick={() => setOpen('edit')}>Edit</Menu.Item>
          <Menu.Item
            disabled={pause.isPending}
            onClick={() => pause.mutate({ paused: !search.paused })}
          >
            {search.paused ? 'Resume' : 'Pause'}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => setOpen('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <EditDialog search={search} close={close} />}
      {open === 'delete' && <DeleteDialog search={search} close={close} />}
    </li>
  )
}

/** Its channels, and when it last sent a message. */
function SearchState({ search }: { search: SavedSearch }) {
  const channels = search.channels.map((channel) => channelWords[channel].label)
  return (
    <>
      {channels.length === 0 ? 'Notice only' : channels.join(', ')}
      {' · '}
      {search.last_sent_at === null ? (
        'nothing sent yet'
      ) : (
        <>
          sent <TimeAgo at={search.last_sent_at} />
        </>
      )}
      {search.waiting > 0 && ` · ${plural(search.waiting, 'new offer')} waiting`}
    </>
  )
}

interface SearchDialogProps {
  search: SavedSearch
  close: () => void
}

function EditDialog({ search, close }: SearchDialogProps) {
  const change = useChangeSearch(search.id, 'shown-in-place')
  return (
    <Modal opened onClose={close} title="Edit saved search">
      <SearchForm
        initial={draftOf(search)}
        saveWord="Save"
        busy={change.isPending}
        error={change.error}
        onSave={(draft) => {
          const { query, ...others } = toNewSearch(draft)
          // An unchanged query keeps what was told already.
          const changed = query === search.query ? others : { ...others, query }
          change.mutate(changed, { onSuccess: close })
        }}
        onCancel={close}
      />
    </Modal>
  )
}

function DeleteDialog({ search, close }: SearchDialogProps) {
  const remove = useDeleteSearch(search.id)
  return (
    <ConfirmDialog
      opened
      title={`Delete ${search.name}?`}
      confirmWord="Delete search"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      You will no longer be told of offers that match it.
    </ConfirmDialog>
  )
}
