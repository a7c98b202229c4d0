import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** Columns in uPlot's format: the x axis, then one column per series; `null` interrupts a line. */
export type Columns = [number[], ...(number | null)[][]]

/** Returns the options of a chart that is drawn into an element, whose size and colours it reads. */
export type PlotOptions = (element: HTMLElement) => uPlot.Options

const noColumns: Columns = [[]]

/**
 * Draws columns into the element of the returned reference, and follows changes of its size and of the theme. `options`
 * and `columns` must keep their identity while they are the same.
 */
export function usePlot(options: PlotOptions, columns: Columns): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot>(undefined)
  const theme = useComputedColorScheme()

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew in another theme
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const plot = new uPlot(options(element), noColumns, element)
    drawn.current = plot
    const watch = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    watch.observe(element)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [options, theme])

  // @NOTE runs after the effect above, so that a newly created plot gets its columns too
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new plot has no columns yet
  useEffect(() => {
    drawn.current?.setData(columns)
  }, [columns, options, theme])
  return box
}

/** Reads colours by the names of their custom properties: a canvas cannot resolve those. */
export function colourReader(element: HTMLElement): (token: string) => string {
  const style = getComputedStyle(element)
  return (token) => style.getPropertyValue(token).trim()
}

/** The axes' type and the quiet lines behind a chart. */
export function quietAxis(element: HTMLElement): uPlot.Axis {
  const colour = colourReader(element)
  return {
    stroke: colour('--gl-muted'),
    font: '11px "Inter Variable", system-ui, sans-serif',
    grid: { stroke: colour('--gl-line'), width: 1 },
    ticks: { show: false },
  }
}
