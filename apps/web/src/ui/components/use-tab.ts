import { useNavigate, useSearch } from '@tanstack/react-router'

/** Keeps the open tab in the URL as `tab`; the first tab is the default and omitted. */
export function useTab<Tab extends string>(tabs: readonly [{ value: Tab }, ...{ value: Tab }[]]) {
  const search: { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const usual = tabs[0].value
  const read = (value: unknown): Tab => tabs.find((tab) => tab.value === value)?.value ?? usual
  return {
    tab: read(search.tab),
    setTab(value: unknown) {
      const tab = read(value)
      void navigate({
        to: '.',
        search: tab === usual ? {} : { tab },
        replace: true,
        resetScroll: false,
      })
    },
  }
}
