import { Modal } from '../../../ui/components/dialog.tsx'
import { useCreateSearch } from '../api/saved-searches.ts'
import type { SetFilters } from '../offer-search.ts'
import { newDraft, toNewSearch } from './search-draft.ts'
import { SearchForm } from './search-form.tsx'

interface SaveSearchDialogProps {
  opened: boolean
  filters: SetFilters
  onClose: () => void
}

/** Saves the present search under a name. */
export function SaveSearchDialog({ opened, filters, onClose }: SaveSearchDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Save search">
      {opened && <NewSearch filters={filters} onClose={onClose} />}
    </Modal>
  )
}

function NewSearch({ filters, onClose }: Omit<SaveSearchDialogProps, 'opened'>) {
  const create = useCreateSearch()
  return (
    <SearchForm
      initial={newDraft(filters)}
      saveWord="Save search"
      busy={create.isPending}
      error={create.error}
      onSave={(draft) => create.mutate(toNewSearch(draft), { onSuccess: onClose })}
      onCancel={onClose}
    />
  )
}
