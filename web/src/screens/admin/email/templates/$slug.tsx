import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from '../../../../ui/icons/ArrowLeft.ts'
import { CopyPlus } from '../../../../ui/icons/CopyPlus.ts'
import { Send } from '../../../../ui/icons/Send.ts'
import { useRef } from 'react'
import { useEmailCrumbs } from '../-use-email-crumbs.ts'
import { mailProviders, mailStatuses } from '../../../../lib/mail-terms.ts'
import { TemplateEditor } from '../../../../mail-design/templates/TemplateEditor.tsx'
import { MappingPanel } from '../../../../mail-rules/template-mappings/MappingPanel.tsx'
import { SendTestPanel } from '../../../../mail-delivery/trials/SendTestPanel.tsx'
import { TemplateLogsPanel } from '../../../../mail-log/logs/TemplateLogsPanel.tsx'
import { templateQuery } from '../../../../mail-design/templates/templates.ts'
import { useDuplicateTemplate } from '../../../../mail-design/templates/use-template-acts.ts'
import { Loaded } from '../../../../kits/Loaded.tsx'
import { failureMessage } from '../../../../lib/api-error.ts'
import { oneIn, present, searchIn, wholeNumberIn } from '../../../../lib/list-search.ts'
import { AdminPage } from '../../../../shell/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../../shell/LeaveGuard.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { translateTemplateName } from '../../../../lib/server-texts.ts'

const views = ['versions', 'translations'] as const
const tabs = ['html', 'text'] as const

export const Route = createFileRoute('/admin/email/templates/$slug')({
  validateSearch: searchIn(({ view, tab, version, language, status, provider }) => ({
    view: oneIn(view, views),
    tab: oneIn(tab, tabs),
    version: wholeNumberIn(version, 1),
    language: typeof language === 'string' && /^[a-z]{2,3}(-[A-Z]{2})?$/.test(language) ? language : undefined,
    /** Filter of its e-mails. */
    status: oneIn(status, mailStatuses),
    provider: oneIn(provider, mailProviders),
  })),
  component: TemplateScreen,
})

const languageIn = (search: object) => ('language' in search ? search.language : undefined)

function TemplateScreen() {
  const { t } = useLingui()
  const { slug } = Route.useParams()
  const search = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const go = useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const found = useQuery(templateQuery(slug))
  const duplicate = useDuplicateTemplate()
  const testAddress = useRef<HTMLInputElement>(null)
  const template = found.data?.template
  const [system, last] = useEmailCrumbs(template?.name ?? t`Template`)
  const crumbs = [system, { label: t`Templates`, to: '/admin/email/templates' as const }, last].filter((crumb) => crumb !== undefined)
  const back = (
    <Button icon={ArrowLeft} onPress={() => (canGoBack ? router.history.back() : void go({ to: '/admin/email/templates' }))}>
      <Trans>Back to Templates</Trans>
    </Button>
  )
  if (!template) {
    return (
      <AdminPage title={found.error ? t`Error Loading Template` : t`Template`} crumbs={crumbs} actions={back}>
        <Loaded
          of={found}
          failed={() => failureMessage(found.error, t`Failed to load template`)}
          loading={t`Loading template...`}
          frame="card"
        />
      </AdminPage>
    )
  }
  const change = (next: object) => void navigate({ search: present({ ...search, ...next }), replace: true })
  return (
    <AdminPage
      title={translateTemplateName(template)}
      crumbs={crumbs}
      actions={
        <>
          {back}
          <Button
            icon={CopyPlus}
            pending={duplicate.isPending}
            onPress={() =>
              duplicate.mutate(slug, {
                onSuccess: ({ template: copy }) => void go({ to: '/admin/email/templates/$slug', params: { slug: copy.slug } }),
              })
            }
          >
            <Trans>Duplicate</Trans>
          </Button>
          <Button icon={Send} onPress={() => testAddress.current?.focus()}>
            <Trans>Send Test</Trans>
          </Button>
        </>
      }
    >
      <TemplateEditor
        // Drafts belong to one template.
        key={template.id}
        template={template}
        search={search}
        onSearch={change}
        logs={<TemplateLogsPanel slug={template.slug} search={search} onSearch={change} />}
        mappings={<MappingPanel template={template} />}
        trial={(data) => <SendTestPanel template={template} data={data} field={testAddress} />}
      />
      {/* A translation is a form of its own; the template's drafts stay while one looks elsewhere on this screen. */}
      <LeaveGuard keeps={(from, to) => languageIn(from) === languageIn(to)} />
    </AdminPage>
  )
}
