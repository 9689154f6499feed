import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type AccessQuestion, accessRowsMost, exportAccess, exportEvidence } from '@twofold/contract/admin/access'
import { Download } from '../../ui/icons/Download.ts'
import { FileArchive } from '../../ui/icons/FileArchive.ts'
import { KeySquare } from '../../ui/icons/KeySquare.ts'
import { ListChecks } from '../../ui/icons/ListChecks.ts'
import { accessQuestions } from '../../admin/access/access-search.ts'
import { accessQuery, type Asked, hasDomains, onlyFor } from '../../admin/access/access.ts'
import { AccessFilters } from '../../admin/access/AccessFilters.tsx'
import { AccessTable } from '../../admin/access/AccessTable.tsx'
import { searchOf } from '../../admin/access/saved-questions.ts'
import { SavedQuestions } from '../../admin/access/SavedQuestions.tsx'
import { countText } from '../../admin/analytics/figure-text.ts'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { callForFile } from '../../lib/call-for-file.ts'
import { dayIn, flagIn, oneIn, pageIn, present, searchIn, textIn } from '../../lib/list-search.ts'
import { useDownload } from '../../kits/use-download.ts'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { AtUtc } from '../../ui/AtUtc.tsx'

export const Route = createFileRoute('/admin/access')({
  validateSearch: searchIn(({ question, key, person, group, tag, domain, outside, on, from, to, page }) => ({
    question: oneIn(question, accessQuestions),
    key: textIn(key),
    person: textIn(person),
    group: textIn(group),
    tag: textIn(tag),
    domain: textIn(domain),
    outside: flagIn(outside),
    on: dayIn(on),
    from: dayIn(from),
    to: dayIn(to),
    page: pageIn(page),
  })),
  component: AccessScreen,
})

type Change = { [Name in keyof Asked]?: Asked[Name] | undefined }
type Search = Omit<Change, 'outside'> & { outside?: true | undefined }

/** Drops filters that the question does not have: a typed address may contain them. */
function askedIn({ question = 'access', outside, ...others }: Search): Asked {
  const { domain: typed, ...fitting } = present(others)
  const domain = hasDomains({ question, key: fitting.key }) ? typed : undefined
  const known = Object.entries(present({ ...fitting, domain })).filter(
    ([name]) => (onlyFor[name as keyof typeof onlyFor] ?? question) === question,
  )
  const isOutside = outside !== undefined && domain !== undefined
  return { ...Object.fromEntries(known), ...(isOutside && { outside: 'true' as const }), question }
}

/** Scope of a review that starts here: the question's filters, as far as reviews have them. */
function reviewOf({ question, tag, group, domain, outside }: Asked) {
  if (question !== 'access') return {}
  if (domain !== undefined && outside !== undefined) return { domains: domain }
  return present({ tag, group: group !== undefined && isId(group) ? group : undefined })
}
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

function AccessScreen() {
  const { t } = useLingui()
  const { page = 1, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const asked = askedIn(search)
  const answer = useQuery(accessQuery({ ...asked, page }))
  const { data } = answer
  const go = (change: Change, next = 1) => {
    const then = askedIn({ ...search, ...change, outside: flagIn('outside' in change ? change.outside : search.outside) })
    void navigate({
      search: present({ ...searchOf(then), page: next > 1 ? next : undefined }),
      replace: next === 1,
    })
  }
  const texts = useQuestionTexts(asked)
  const title = texts[asked.question]
  const isNarrow = Object.keys(asked).length > 1
  const names = {
    key: data?.data.find(({ key }) => key.id === asked.key)?.key.name,
    person: data?.data.find(({ person }) => person.id !== null && person.id === asked.person)?.person.name ?? undefined,
    group: data?.data.find(({ group }) => group !== null && group.id === asked.group)?.group?.name ?? undefined,
  }
  return (
    <AdminPage
      title={t`Access`}
      subtitle={t`Who can use which keys, and who was shown what. Names and times only, no codes or secrets. Days and times are in UTC.`}
      crumbs={[{ label: t`Access` }]}
      actions={<AccessActions asked={asked} />}
    >
      <div className="grid max-w-[42rem] gap-2">
        <Select
          label={t`Question`}
          value={asked.question}
          onChange={({ target }) => go({ question: oneIn(target.value, accessQuestions) ?? 'access' })}
          options={accessQuestions.map((value) => ({ value, label: texts[value] }))}
        />
        <SavedQuestions asked={asked} />
        {data && asked.question === 'access' && (
          <p className="text-sm text-text-2">
            <Trans>
              Every change of access is recorded since <AtUtc time={data.known_since} />. Of the time before, what had ended or changed by
              then may be missing.
            </Trans>
          </p>
        )}
      </div>
      <ListPanel
        title={title}
        of={answer}
        address={{ page, goTo: (next) => go({}, next) }}
        failed={t`The answer could not be loaded`}
        summary={data?.has_more && t`More than ${countText(accessRowsMost)} results. The export has all of them.`}
        empty={{
          icon: KeySquare,
          title: isNarrow ? t`Nothing found` : t`Nothing yet`,
          text: isNarrow ? t`Try other filters.` : t`There is no row for this question.`,
        }}
        above={
          <AccessFilters
            key={asked.question}
            asked={asked}
            names={names}
            onChange={go}
            onClear={isNarrow ? () => void navigate({ search: present({ question: search.question }) }) : undefined}
          />
        }
      >
        {({ data: rows }) => <AccessTable question={asked.question} title={title} rows={rows} />}
      </ListPanel>
    </AdminPage>
  )
}

function useQuestionTexts(asked: Asked): Record<AccessQuestion, string> {
  const { t } = useLingui()
  return {
    access: asked.on === undefined ? t`Who can use which keys` : t`Who could use which keys`,
    showings: t`Who was shown or copied codes`,
    secrets: t`Who has had the secret`,
    one_holder: t`Keys with one holder`,
    unused: t`Unused keys`,
  }
}

function AccessActions({ asked }: { asked: Asked }) {
  const { t } = useLingui()
  const download = useDownload(() => callForFile(exportAccess, { query: asked }), t`The answer could not be exported`)
  const evidence = useDownload(
    () => callForFile(exportEvidence, { query: present({ from: asked.from, to: asked.to }) }),
    t`The evidence pack could not be made`,
  )
  return (
    <>
      <LinkButton to="/admin/reviews" search={reviewOf(asked)} icon={ListChecks}>
        <Trans>Reviews</Trans>
      </LinkButton>
      <Button icon={FileArchive} pending={evidence.isPending} onPress={() => evidence.mutate()}>
        <Trans>Evidence pack</Trans>
      </Button>
      <Button icon={Download} pending={download.isPending} onPress={() => download.mutate()}>
        <Trans>Export CSV</Trans>
      </Button>
    </>
  )
}
