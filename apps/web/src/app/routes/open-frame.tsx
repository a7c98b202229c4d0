import { Outlet } from '@tanstack/react-router'
import { PublicHeader } from '../../shared/components/public-header.tsx'
import { PageTour } from '../shell/tour/page-tour.tsx'

/** The frame of public pages for visitors. */
export function OpenFrame() {
  return (
    <>
      <PublicHeader />
      <main>
        <PageTour />
        <Outlet />
      </main>
    </>
  )
}
