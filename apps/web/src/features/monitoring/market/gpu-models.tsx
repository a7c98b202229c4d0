import type { GpuModel } from '@gridloom/contract/statistics/gpu-model'
import { Button } from '@mantine/core'
import { IconCpu } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { HardwareMark } from '../../../ui/components/hardware-mark.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { SaveCsv } from '../../../ui/components/save-csv.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SlotPips } from '../../../ui/components/slot-pips.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { shortModel } from '../../../ui/format/hardware.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { GpuSpeed } from '../gpu-speed.tsx'
import styles from '../monitoring.module.css'
import { gpuModelsCsv } from './gpu-models-csv.ts'
import { gpuModelsQuery } from './gpu-models-query.ts'
import { memoryWords, scoreWords } from './model-facts.ts'

const columns: readonly Column[] = [
  { text: 'Model' },
  { text: 'Memory', align: 'number' },
  { text: 'Available' },
  { text: 'Price now', align: 'number' },
  { text: 'Measured speed', align: 'number' },
  { text: 'Render score', align: 'number' },
  { text: 'Driver' },
  { text: 'Offers', head: 'hidden' },
]

/** Every model of GPU on the market: what machines report of it, how many are free, and prices now. */
export function GpuModels() {
  const models = useQuery(gpuModelsQuery(useClient()))
  const known = models.data?.models ?? []
  return (
    <Section
      title="On the market"
      note={models.data && plural(known.length, 'model')}
      inset="flush"
      actions={
        known.length > 0 && (
          <SaveCsv name="gridloom-gpus.csv" of="the models" write={() => gpuModelsCsv(known)} />
        )
      }
    >
      <Loaded query={models} what="the models" rows={5}>
        {(data) =>
          data.models.length === 0 ? (
            <NoModel />
          ) : (
            <Table label="GPU models on the market" columns={columns}>
              {data.models.map((model) => (
                <ModelRow key={model.model} model={model} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}

function ModelRow({ model }: { model: GpuModel }) {
  const { price, render_score: score } = model
  return (
    <tr>
      <RowHead>
        <div className={styles.nameLine}>
          <HardwareMark model={model.model} kind="gpu" />
          <span className={styles.name} title={model.model}>
            {shortModel(model.model)}
          </span>
        </div>
        <div className={styles.small}>
          {plural(model.gpus, 'GPU')} on {plural(model.machines, 'machine')}
        </div>
      </RowHead>
      <Cell label="Memory" align="number">
        {memoryWords(model)}
      </Cell>
      <Cell label="Available">
        <SlotPips count={model.free} total={model.gpus} shows="free" />
      </Cell>
      <Cell label="Price now" align="number">
        {price ? <HourlyPrice microUsdPerHour={price.lowest_micro_usd_per_hour} /> : '—'}
        <div className={styles.small}>
          {price ? (
            <>
              median <HourlyPrice microUsdPerHour={price.median_micro_usd_per_hour} />
            </>
          ) : (
            'all rented'
          )}
        </div>
      </Cell>
      <Cell label="Measured speed" align="number">
        <GpuSpeed measured={model} specification={model.specification} />
      </Cell>
      <Cell label="Render score" align="number">
        <span title="Measured by rendering a scene; 1 is the reference machine">
          {score ? scoreWords(score) : '—'}
        </span>
      </Cell>
      <Cell label="Driver">
        <span className={styles.small} title={model.drivers.join(', ')}>
          {model.drivers[0] ?? '—'}
          {model.drivers.length > 1 && ` +${model.drivers.length - 1}`}
        </span>
      </Cell>
      <Cell holds="buttons">
        <Button
          size="xs"
          variant="light"
          aria-label={`Offers with ${model.model}`}
          renderRoot={(props) => <Link {...props} to="/instance" search={{ gpu: model.model }} />}
        >
          Offers
        </Button>
      </Cell>
    </tr>
  )
}

function NoModel() {
  return (
    <EmptyState
      icon={<IconCpu size={20} stroke={1.6} />}
      title="No GPU on the market right now"
      action={
        <Button component={Link} to="/instance">
          Browse CPU offers
        </Button>
      }
    >
      Models appear here as soon as a provider lists a machine with a GPU.
    </EmptyState>
  )
}
