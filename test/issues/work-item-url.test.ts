import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { githubAddress } from '../../integrations/github/github-issue.js';
import { jiraAddress } from '../../integrations/jira/jira-issue.js';
import { linearAddress } from '../../integrations/linear/linear-issue.js';
import { checkUri, parseWorkItemUrl } from '../../src/core/work-item-url.js';

const rules = [
  linearAddress,
  githubAddress('https://git.example.com/api/v3'),
  githubAddress('https://ghe.local:8443/api/v3'),
  jiraAddress('https://acme.atlassian.net'),
];
const parse = (url: string) => parseWorkItemUrl(url, rules);
const normalized = (url: string) => parse(url).normalizedUrl;

const isAddress = (text: string): boolean => URL.canParse(text) && !/[\s\p{Cc}]/u.test(text);

describe('a work item address', () => {
  it.each([
    ['HTTPS://Example.COM/A', 'https://example.com/A'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['http://example.com:80/a', 'http://example.com/a'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https://example.com/a#part', 'https://example.com/a'],
    ['https://example.com/a/', 'https://example.com/a'],
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/a/?x=1', 'https://example.com/a?x=1'],
    [
      'https://example.com/a?utm_source=x&b=2&utm_medium=y&gclid=1&fbclid=2&a=1',
      'https://example.com/a?b=2&a=1',
    ],
    ['https://example.com/a?utm_source=x', 'https://example.com/a'],
    ['https://example.com/a?q=a%20b+c', 'https://example.com/a?q=a%20b+c'],
    ['https://example.com/a?utm=1&gclid_x=2', 'https://example.com/a?utm=1&gclid_x=2'],
  ])('%s becomes %s', (given, expected) => {
    expect(parse(given)).toEqual({ provider: 'url', normalizedUrl: expected });
  });

  it.each([
    [
      'https://linear.app/acme/issue/ENG-12/make-it-so?utm_source=slack#comment-1',
      'https://linear.app/acme/issue/ENG-12',
    ],
    ['https://linear.app/acme/issue/ENG-12/', 'https://linear.app/acme/issue/ENG-12'],
    ['https://linear.app/acme/issue/ENG-12', 'https://linear.app/acme/issue/ENG-12'],
  ])('of a Linear issue loses its title: %s', (given, normalizedUrl) => {
    expect(parse(given)).toEqual({ provider: 'linear', normalizedUrl, externalId: 'ENG-12' });
  });

  it.each([
    ['https://github.com/acme/app/issues/7#issuecomment-1', 'https://github.com/acme/app/issues/7'],
    ['https://github.com/acme/app/pull/7/files?diff=split', 'https://github.com/acme/app/pull/7'],
    ['https://git.example.com/acme/app/issues/7/', 'https://git.example.com/acme/app/issues/7'],
    ['https://ghe.local:8443/acme/app/issues/7?a=1', 'https://ghe.local:8443/acme/app/issues/7'],
  ])('of a GitHub issue or pull loses what follows the number: %s', (given, normalizedUrl) => {
    expect(parse(given)).toEqual({ provider: 'github', normalizedUrl, externalId: 'acme/app#7' });
  });

  it.each([
    'https://acme.atlassian.net/browse/ENG-7?focusedCommentId=1#comment',
    'https://acme.atlassian.net/browse/eng-7/',
    'https://acme.atlassian.net/jira/software/c/projects/ENG/issues/ENG-7?jql=x',
  ])('of a Jira issue is the short one: %s', (given) => {
    const normalizedUrl = 'https://acme.atlassian.net/browse/ENG-7';
    expect(parse(given)).toEqual({ provider: 'jira', normalizedUrl, externalId: 'ENG-7' });
  });

  it('belongs to a tracker by its host alone', () => {
    expect(parse('https://linear.app/acme/project/x').provider).toBe('linear');
    expect(parse('https://github.com/acme/app/issues').provider).toBe('github');
    expect(parse('https://acme.atlassian.net/jira/boards/1').provider).toBe('jira');
    expect(parse('https://other.atlassian.net/browse/ENG-7').provider).toBe('url');
    expect(
      parseWorkItemUrl('https://acme.atlassian.net/browse/ENG-7', [jiraAddress()]).provider,
    ).toBe('url');
    expect(parse('https://evil-github.com/acme/app/issues/7').provider).toBe('url');
    expect(parse('https://github.com.evil.example/acme/app/issues/7').provider).toBe('url');
    expect(parse('https://example.com/linear.app/acme/issue/ENG-1').provider).toBe('url');
    expect(parseWorkItemUrl('https://git.example.com/acme/app/issues/7').provider).toBe('url');
  });

  it.each([
    "https://example.com/a:b@c;d=e,f!g$h&i'(j)*+k~l-m._n",
    'https://[::1]:8443/a',
    'https://xn--bcher-kva.example/%C3%A4?a=/?b#/?c',
    'http://example.com',
    'HTTPS://example.com?a',
  ])('that a person gives may be any URI of http and https: %s', (given) => {
    expect(() => checkUri(given)).not.toThrow();
  });

  it.each([
    'https:\\\\example.com\\a',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https://example.com/%zz',
    'https://example.com/a%2',
    'https://example.com\\a',
    'https://example.com/a|b',
    'https://example.com/<a>',
    'https://example.com/a^b',
    'https://example.com/a?b=`c`',
    'https://example.com/#a#b',
    'https://example.com:port/a',
    'https://exa[mple.com/a',
    'https://example.com/[a]',
    'https://example.com/a"b',
    'https://example.com/{a}',
    'https://example.com/ä',
  ])('that a person gives is refused when it is no URI by RFC 3986: %j', (given) => {
    expect(() => checkUri(given)).toThrow(/http or https/);
  });

  it('carries no external id that is longer than a link can hold', () => {
    const long = `https://github.com/${'o'.repeat(60)}/${'r'.repeat(80)}/issues/1`;
    expect(parse(long)).not.toHaveProperty('externalId');
  });

  it.each([
    'javascript:alert(1)',
    'ftp://example.com/a',
    ' https://example.com/a',
    'https://example.com/a b',
    'https://example.com/a\n',
    'mailto:a@example.com',
    'example.com/a',
    '',
    'https://',
  ])('is refused when it is not http or https: %j', (given) => {
    expect(() => parse(given)).toThrow(/http or https/);
  });

  it.each(['https://user@example.com/a', 'https://user:secret@example.com/a'])(
    'is refused with credentials in it, which the message does not repeat: %s',
    (given) => {
      expect(() => parse(given)).toThrow(/^url must not carry a user name or password\.$/);
    },
  );

  it('is the same however often it is normalized, on any provider', () => {
    const host = fc.constantFrom(
      'linear.app',
      'github.com',
      'git.example.com',
      'acme.atlassian.net',
      'LINEAR.app:443',
      'github.com:80',
    );
    const part = fc.oneof(
      fc.constantFrom(
        'issue',
        'issues',
        'browse',
        'jira',
        'pull',
        'ENG-12',
        '7',
        'utm_source=x',
        '..',
        '',
        '?',
        '#',
        '&',
        '%',
      ),
      fc.string({ maxLength: 8, unit: 'grapheme' }),
    );
    const built = fc
      .tuple(fc.constantFrom('http', 'https'), host, fc.array(part, { maxLength: 8 }))
      .map(([scheme, at, parts]) => `${scheme}://${at}/${parts.join('/')}`);
    const address = fc.oneof(built, fc.webUrl({ withQueryParameters: true, withFragments: true }));
    fc.assert(
      fc.property(address.filter(isAddress), (url) => {
        const once = parse(url);
        expect(parse(once.normalizedUrl)).toEqual(once);
        expect(once.normalizedUrl).not.toMatch(
          /#|^[^?]*\/(\?|$)|[?&](utm_[^=&]*|gclid|fbclid)(=|&|$)/i,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same address whatever tracking, fragment or trailing slash was added to it', () => {
    const added = fc.constantFrom(
      '',
      '/',
      '#top',
      '?utm_source=a',
      '/?gclid=1&utm_id=2#x',
      '?fbclid=a#b',
    );
    fc.assert(
      fc.property(fc.webUrl(), added, (url, extra) => {
        expect(normalized(url + extra)).toBe(normalized(url));
      }),
    );
  });
});
