import { Button, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { detailsQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { SearchField } from '../../../ui/components/search-field.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { listCode } from '../template-code.ts'
import { type ShownList, templateLists, useListAddress } from './list-address.ts'
import { TagFilter } from './tag-filter.tsx'
import { TemplateList } from './template-list.tsx'
import styles from './templates.module.css'

const ImportDialog = lazyPart(
  async () => (await import('../import/import-dialog.tsx')).ImportDialog,
)

/** `/template`: the templates of the account, public ones, and those of every installation. */
export function TemplatesPage() {
  const { address, setAddress } = useListAddress()
  const [importing, imports] = useDisclosure(false)
  return (
    <Page
      title="Templates"
      lead="An image with everything to run it: start script, ports, environment and the hardware it needs."
      actions={
        <>
          <AsCode actions={listCode(address)} />
          <Button leftSection={<IconFileImport size={16} />} onClick={imports.open}>
            Import
          </Button>
          <NewTemplateButton />
        </>
      }
    >
      <ListTabs list={address.list} onChange={(list) => setAddress({ list, tag: null })} />
      <div className={styles.filters}>
        <SearchField
          key={address.list}
          label="Search templates"
          value={address.q}
          onSearch={(q) => setAddress({ q })}
        />
        <TagFilter address={address} onChange={(tag) => setAddress({ tag })} />
      </div>
      <TemplateList
        address={address}
        onTag={(tag) => setAddress({ tag })}
        onClear={() => setAddress({ q: '', tag: null })}
        create={<NewTemplateButton />}
      />
      {importing && (
        <Suspense>
          <ImportDialog close={imports.close} />
        </Suspense>
      )}
    </Page>
  )
}

function NewTemplateButton() {
  return (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} />}
      renderRoot={(props) => <Link {...props} to="/template/new" />}
    >
      New template
    </Button>
  )
}

interface ListTabsProps {
  list: ShownList
  onChange: (list: ShownList) => void
}

/** Own templates are those of the company that the user works for. */
function ListTabs({ list, onChange }: ListTabsProps) {
  const company = useQuery(detailsQuery(useClient())).data?.active_company
  const words = { own: company?.name ?? 'Mine', public: 'Public', predefined: 'Predefined' }
  return (
    <Tabs
      value={list}
      onChange={(value) => onChange(templateLists.find((one) => one === value) ?? 'own')}
    >
      <Tabs.List className={styles.tabs}>
        {templateLists.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {words[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
