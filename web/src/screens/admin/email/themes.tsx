import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { Theme } from '@twofold/contract/mail-design/theme-calls'
import type { LayoutType } from '@twofold/contract/mail-design/themes'
import { ArrowLeft } from '../../../ui/icons/ArrowLeft.ts'
import { Palette } from '../../../ui/icons/Palette.ts'
import { Plus } from '../../../ui/icons/Plus.ts'
import { RotateCcw } from '../../../ui/icons/RotateCcw.ts'
import { useState } from 'react'
import { useEmailCrumbs } from './-use-email-crumbs.ts'
import { CustomizerDialog } from '../../../mail-design/themes/customizer/CustomizerDialog.tsx'
import { DeleteThemeDialog } from '../../../mail-design/themes/DeleteThemeDialog.tsx'
import { ThemeCard } from '../../../mail-design/themes/ThemeCard.tsx'
import { ThemeFilters } from '../../../mail-design/themes/ThemeFilters.tsx'
import { ThemePreviewDialog } from '../../../mail-design/themes/ThemePreviewDialog.tsx'
import { themesQuery } from '../../../mail-design/themes/themes.ts'
import { useDuplicateTheme, useInitializeThemes } from '../../../mail-design/themes/use-theme-acts.ts'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { flagIn, oneIn, pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { useAddressDialog } from '../../../ui/use-address-dialog.ts'

const types = ['system', 'custom', 'public'] as const
// Written out: the address is read by the first script, which the calls of the back office would make heavier.
const layoutTypes = ['standard', 'newsletter', 'card', 'minimal', 'magazine'] as const satisfies LayoutType[]
const sorts = ['name', 'layout_type'] as const

export const Route = createFileRoute('/admin/email/themes')({
  validateSearch: searchIn(({ search, type, layout, sort, page, preview, edit, create }) => ({
    search: textIn(search),
    type: oneIn(type, types),
    layout: oneIn(layout, layoutTypes),
    sort: oneIn(sort, sorts),
    page: pageIn(page),
    /** The theme that is previewed, edited, or created. */
    preview: textIn(preview),
    edit: textIn(edit),
    create: flagIn(create),
  })),
  component: ThemesScreen,
})

function ThemesScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Themes`)
  const navigate = Route.useNavigate()
  const { preview, edit, create, ...list } = present(Route.useSearch())
  const { page = 1, sort, ...filters } = list
  const found = useQuery(themesQuery({ ...filters, page, sortBy: sort ?? 'created_at' }))
  const duplicate = useDuplicateTheme()
  const [deleting, setDeleting] = useState<Theme>()
  const narrow = (change: { [Name in keyof typeof list]?: (typeof list)[Name] | undefined }) =>
    void navigate({ search: present({ ...filters, sort, ...change }), replace: true })
  const dialog = useAddressDialog()
  const isOpen = preview !== undefined || edit !== undefined || create === true
  const open = (names: { preview?: string; edit?: string; create?: true }) =>
    void navigate({ search: { ...list, ...names }, ...(isOpen ? { replace: true, state: true } : dialog.opening) })
  const close = () => dialog.close(() => void navigate({ search: list, replace: true }))
  const goTo = (next: number, { replace = false } = {}) =>
    void navigate({ search: present({ ...filters, sort, page: next > 1 ? next : undefined }), replace })
  return (
    <AdminPage
      title={t`Email Themes`}
      subtitle={t`How e-mails look. A change applies from the next e-mail on.`}
      crumbs={crumbs}
      actions={<ThemeActions onCreate={() => open({ create: true })} />}
    >
      <ListPanel
        title={t`Themes`}
        of={{ ...found, data: found.data?.themes }}
        address={{ page, goTo }}
        failed={t`Failed to fetch themes`}
        loading={t`Loading themes...`}
        outline={<Skeleton height="18rem" radius="var(--r-lg)" />}
        numbers="nearest"
        above={
          <ThemeFilters
            filters={filters}
            sort={sort}
            onNarrow={narrow}
            onClear={Object.keys(filters).length > 0 ? () => void navigate({ search: present({ sort }) }) : undefined}
          />
        }
        empty={<NoThemes onCreate={() => open({ create: true })} />}
      >
        {({ data }) => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-5 p-5 max-sm:p-4">
            {data.map((theme) => (
              <ThemeCard
                key={theme.id}
                theme={theme}
                isDuplicating={duplicate.isPending && duplicate.variables === theme.slug}
                onPreview={({ slug }) => open({ preview: slug })}
                onDuplicate={({ slug }) => duplicate.mutate(slug)}
                onEdit={({ slug }) => open({ edit: slug })}
                onDelete={setDeleting}
              />
            ))}
          </div>
        )}
      </ListPanel>
      {preview !== undefined && <ThemePreviewDialog slug={preview} onClose={close} onEdit={({ slug }) => open({ edit: slug })} />}
      {(edit !== undefined || create) && (
        <CustomizerDialog key={edit} slug={edit} onClose={close} onDuplicated={(slug) => open({ edit: slug })} />
      )}
      {deleting && <DeleteThemeDialog theme={deleting} onClose={() => setDeleting(undefined)} />}
    </AdminPage>
  )
}

function ThemeActions({ onCreate }: { onCreate: () => void }) {
  const { history } = useRouter()
  const initialize = useInitializeThemes()
  return (
    <>
      <Button icon={ArrowLeft} onPress={() => history.back()}>
        <Trans>Back</Trans>
      </Button>
      <Button icon={RotateCcw} pending={initialize.isPending} onPress={() => initialize.mutate()}>
        <Trans>Initialize System Themes</Trans>
      </Button>
      <Button variant="primary" icon={Plus} onPress={onCreate}>
        <Trans>Create Theme</Trans>
      </Button>
    </>
  )
}

function NoThemes({ onCreate }: { onCreate: () => void }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={Palette}
      title={t`No themes found`}
      level={3}
      action={
        <Button icon={Plus} onPress={onCreate}>
          <Trans>Create Your First Theme</Trans>
        </Button>
      }
    />
  )
}
