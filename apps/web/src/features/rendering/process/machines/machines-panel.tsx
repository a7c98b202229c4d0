import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../../api/runtime.tsx'
import { useNow } from '../../../../browser/clock.ts'
import { Loaded } from '../../../../ui/components/loaded.tsx'
import { Section } from '../../../../ui/components/section.tsx'
import { EmptyState } from '../../../../ui/components/states.tsx'
import { StatusBadge } from '../../../../ui/components/status-badge.tsx'
import { plural } from '../../../../ui/format/numbers.ts'
import { chunksQuery } from '../../api/render-queries.ts'
import { ChunkLog } from './chunk-log.tsx'
import { chunkName, chunkStatus } from './chunk-words.ts'
import { barsOf, isAtWork, type Lane, lanesOf, type Span, spanOf } from './lanes.ts'
import styles from './machines-panel.module.css'

/** A lane for each machine with what it was given; pressing a bar shows what Blender said. */
export function MachinesPanel({ job }: { job: RenderJob }) {
  const chunks = useQuery(chunksQuery(useClient(), job.taskId))
  const [openId, setOpenId] = useState<string>()
  const open = chunks.data?.chunks.find(({ id }) => id === openId)
  return (
    <Section title="Machines" note={`${plural(job.machines_now, 'machine')} at work`} inset="flush">
      <Loaded query={chunks} what="the machines">
        {({ chunks: list, total }) =>
          list.length === 0 ? (
            <EmptyState icon={<IconServer2 size={20} stroke={1.6} />} title="No machine yet">
              Each machine that is given frames has a lane here, with what it does as it does it.
            </EmptyState>
          ) : (
            <>
              <Lanes chunks={list} onOpen={setOpenId} />
              {total > list.length && (
                <p className={styles.note}>
                  The newest {list.length} of {plural(total, 'chunk')} are shown.
                </p>
              )}
            </>
          )
        }
      </Loaded>
      {open && <ChunkLog job={job} chunk={open} onClose={() => setOpenId(undefined)} />}
    </Section>
  )
}

interface LanesProps {
  chunks: readonly RenderChunk[]
  onOpen: (id: string) => void
}

function Lanes({ chunks, onOpen }: LanesProps) {
  const nowMs = useNow()
  const span = spanOf(chunks, nowMs)
  return (
    <ul className={styles.lanes} aria-label="Machines">
      {lanesOf(chunks).map((lane) => (
        <LaneRow key={lane.machineId} lane={lane} span={span} nowMs={nowMs} onOpen={onOpen} />
      ))}
    </ul>
  )
}

/** Pixels of a row of bars, its gap included. */
const rowPx = 24

interface LaneRowProps {
  lane: Lane
  span: Span
  nowMs: number
  onOpen: (id: string) => void
}

function LaneRow({ lane, span, nowMs, onOpen }: LaneRowProps) {
  const bars = barsOf(lane, span, nowMs)
  const rows = Math.max(1, ...bars.map(({ row }) => row + 1))
  const now = lane.chunks.findLast(({ state }) => state === 'leased') ?? lane.chunks.at(-1)
  return (
    <li className={styles.lane}>
      <div className={styles.head}>
        <span className={styles.name}>{lane.machineName}</span>
        {isAtWork(lane) ? (
          <StatusBadge tone="busy" word={now?.activity ?? 'At work'} look="plain" />
        ) : (
          <StatusBadge {...chunkStatus(now?.state ?? 'done')} look="plain" />
        )}
      </div>
      <div className={styles.track} style={{ height: rows * rowPx + 6 }}>
        {bars.map(({ chunk, left, width, row }) => {
          const words = `${chunkName(chunk)}: ${chunkStatus(chunk.state).word.toLowerCase()}`
          return (
            <button
              type="button"
              key={chunk.id}
              className={styles.bar}
              data-state={chunk.state}
              data-kind={chunk.kind}
              style={{ left: `${left}%`, width: `${width}%`, top: row * rowPx + 3 }}
              title={words}
              aria-label={`${words}, on ${lane.machineName}`}
              onClick={() => onOpen(chunk.id)}
            />
          )
        })}
      </div>
    </li>
  )
}
