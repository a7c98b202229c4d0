import type { Model } from '@gridloom/contract/models/model'
import { useIsOperator } from '../../shared/auth/use-is-operator.ts'
import { ModelDrawer } from '../../shared/models/model-drawer.tsx'
import { servingOf } from '../../shared/models/model-words.ts'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { AddModel, EditModel, ForOperator } from './catalogue/for-operator.tsx'
import styles from './hub.module.css'
import type { HubSearch } from './hub-address.ts'
import { hubAvailability } from './hub-availability.ts'
import { catalogueCode, hubCode } from './hub-code.ts'
import { HubNotice } from './list/hub-notice.tsx'
import { ModelButtons } from './list/model-buttons.tsx'
import { ModelCards } from './list/model-cards.tsx'
import { ModelTable } from './list/model-table.tsx'
import { NarrowStrip } from './list/narrow-strip.tsx'
import { EmptyCatalogue, NothingFound } from './list/no-models.tsx'
import { type Hub, useHub } from './use-hub.ts'

/** `/model-hub`: models with price, machines and metrics. */
export function HubPage() {
  const hub = useHub()
  const { search, replaceSearch, models: all } = hub
  const { model: opened, ...closed } = search
  const model = all.find(({ id }) => id === opened)
  return (
    <Page title="Model hub" lead={<Lead hub={hub} />} actions={<HubActions />}>
      <div className={styles.hub}>
        <FoundModels hub={hub} />
      </div>
      <ModelDrawer
        model={model}
        onClose={() => replaceSearch(closed)}
        actions={model && <ModelActions model={model} />}
      />
    </Page>
  )
}

function HubActions() {
  const code = useIsOperator() ? [...hubCode, ...catalogueCode] : hubCode
  return (
    <>
      <ForOperator>
        <AddModel />
      </ForOperator>
      <AsCode actions={code} />
    </>
  )
}

function ModelActions({ model }: { model: Model }) {
  return (
    <ModelButtons model={model}>
      <ForOperator>
        <EditModel model={model} />
      </ForOperator>
    </ModelButtons>
  )
}

function Lead({ hub: { query, models: all } }: { hub: Hub }) {
  if (query.data === undefined) return <>Open models on independent machines, priced per token.</>
  const served = all.filter((model) => servingOf(model).length > 0).length
  const machines = new Set(all.flatMap(servingOf).map(({ machine_id: id }) => id)).size
  return (
    <span className="gl-num">
      {served === 0
        ? 'No models available right now'
        : `${plural(served, 'model')} on ${plural(machines, 'machine')}`}{' '}
      · priced per token
    </span>
  )
}

function FoundModels({ hub }: { hub: Hub }) {
  const { query, models: all, shown, search, replaceSearch } = hub
  if (query.data === undefined) return <NotLoaded hub={hub} />
  if (all.length === 0) return <EmptyCatalogue />
  const list = { models: shown, search, replaceSearch }
  return (
    <>
      <HubNotice availability={hubAvailability(all)} />
      <NarrowStrip search={search} replaceSearch={replaceSearch} found={shown.length} />
      {shown.length === 0 ? (
        <NothingFound clear={() => replaceSearch(withoutWords(search))} />
      ) : (
        <>
          <ModelTable {...list} />
          <ModelCards {...list} />
        </>
      )}
    </>
  )
}

function withoutWords({ q: _words, ...others }: HubSearch): HubSearch {
  return others
}

function NotLoaded({ hub: { query } }: { hub: Hub }) {
  return (
    <div className={styles.frame}>
      {query.isError ? (
        <ErrorState
          title="The models could not be loaded"
          error={query.error}
          retry={() => void query.refetch()}
        />
      ) : (
        <SkeletonRows rows={5} label="Loading the models" />
      )}
    </div>
  )
}
