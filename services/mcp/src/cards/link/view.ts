import type { ShareLink } from 'shared/contract/operations/share-links.ts';
import { formatCount, localeTag } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { daysInWords, kindsInWords } from 'shared/pages/figures/link-words.ts';
import { button } from '../frame/button.ts';
import { type Frame, startView } from '../frame/frame.ts';

type Link = ShareLink & { isRevoked?: boolean };

/** The card of the links to the report: what each shows, its address, and the way to end it. */
startView((frame) => {
  let links: Link[] = [];
  /** The link that is asked about once more. */
  let asked: string | undefined;

  const revoke = (id: string): void => {
    const end = (): { text: string } => {
      links = links.map((link) => (link.id === id ? { ...link, isRevoked: true } : link));
      return { text: frame.words().links.notices.revoked };
    };
    void frame.perform({
      tool: 'revoke_share_link',
      args: () => ({ id }),
      writes: true,
      take: async () => {
        const said = end();
        const isTold = await frame.tellModel(id, { kind: 'share_link', id, revoked: true });
        return isTold ? said : { text: `${said.text} ${frame.words().cards.notTold}` };
      },
      // A second call, or one from elsewhere, has ended it.
      refused: async ({ code }) => (code === 'not_found' ? end() : undefined),
    });
  };

  return {
    take: (data) => {
      const { share_links, revoked, id } = data as { share_links?: Link[]; revoked?: true; id?: string };
      if (share_links) links = share_links;
      else if (revoked && id) links = [...links, { id, isRevoked: true } as Link];
      else if (id) links = [data as Link];
    },
    show: () => linksCard(frame, links, asked),
    acts: {
      ask: ({ data }) => {
        asked = data.link;
        frame.draw();
      },
      revoke: ({ data }) => data.link && revoke(data.link),
      copy: ({ data }) => {
        const field = document.getElementById(`address-${data.link}`) as HTMLInputElement;
        field.select();
        // Not the clipboard: a card asks for no permissions, and hosts give it none.
        const isCopied = document.execCommand('copy');
        const { cards } = frame.words();
        frame.say({ text: isCopied ? cards.copied : cards.copyByHand });
      },
    },
  };
});

const linksCard = (frame: Frame, links: readonly Link[], asked: string | undefined): Html => {
  const words = frame.words().links;
  return html`<h1>${words.title}</h1>
${links.length === 0 && html`<p class="muted">${words.none}</p>`}
<ul class="items">${links.map((link) => html`<li>${linkRow(frame, link, asked === link.id)}</li>`)}</ul>`;
};

const linkRow = (frame: Frame, link: Link, isAsked: boolean): Html => {
  const { cards, links: words } = frame.words();
  if (link.isRevoked) return html`<p>${words.notices.revoked}</p>`;
  const { language } = frame.locale();
  const moment = (time: string): string =>
    new Date(time).toLocaleString(localeTag(language), { dateStyle: 'medium', timeStyle: 'short' });
  const fact = (name: string, value: string): Html => html`<div><dt>${name}</dt> <dd>${value}</dd></div>`;
  const views = formatCount(language, link.view_count);
  return html`${link.url && html`<div class="field"><label for="address-${link.id}">${words.address}</label><input id="address-${link.id}" class="address" value="${link.url}" readonly></div>`}
<dl class="facts">${link.label !== null && fact(words.label, link.label)}
${fact(words.shows, kindsInWords(language, words, link.shows))}
${fact(words.daysShown, daysInWords(language, words, link.from, link.to))}
${fact(words.profile, link.profile_id === null ? words.allProfiles : cards.oneDiary)}
${fact(words.created, moment(link.created_at))}
${fact(words.ends, link.expires_at ? words.until(moment(link.expires_at)) : words.never)}
${fact(words.views, link.last_viewed_at ? `${views} (${words.lastView(moment(link.last_viewed_at))})` : views)}</dl>
<div class="actions">${link.url && button('copy', cards.copy, { link: link.id })}${frame.can('serverTools') && (isAsked ? button('revoke', cards.sure, { link: link.id }, 'removes') : button('ask', words.revoke, { link: link.id }, 'removes'))}</div>`;
};
