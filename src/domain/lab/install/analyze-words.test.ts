import { describe, expect, it } from 'vitest';
import { analyzeContraries } from './analyze-words.ts';
import { analyzeFaults } from './note-ideas.ts';

describe('a note on analyze is right when it says configuration, statically, before or after, and no traffic', () => {
  it.each([
    'analyze 는 트래픽이 아니라 설정을 적용 전/후에 정적으로 검사한다',
    'istioctl analyze 는 실제 트래픽을 보내지 않는다.\n적용하기 전의 YAML 이나 적용한 뒤의 클러스터 설정을 정적 분석한다.',
    'apply 전이나 후에 리소스를 정적 분석한다.\n실제 트래픽을 보는 것이 아니다.',
    '정적 분석이라 실제 트래픽은 보지 않는다.\n설정을 적용하기 전이나 후에 쓴다.',
    '설정을 정적으로 검사할 뿐 요청을 보내지 않는다.\n적용 전에도 적용 후에도 쓸 수 있다.',
    'analyze checks configuration statically, before or after it is applied.\nIt does not look at traffic.',
    'It does not send requests, look at traffic, or measure anything.\nIt statically reads configuration before and after it is applied.',
    'It sends no traffic and looks at none.\nStatic: configuration, before or after it is applied.',
    'analyze neither sends requests nor reads traffic.\nIt is a static look at resources before applying.',
    'It is static analysis of configuration (before or after apply), so no traffic is checked.\nTraffic rules are read, requests are not sent.',
    'A static linter: it checks traffic policies and other configuration before they are applied, and no live traffic.\nIt never watches requests.',
    'It does not watch live traffic but reads configuration statically,\nbefore or after it is applied.',
    'Not a dynamic test but a static one: resources are read before applying.\nNo traffic is involved.',
    'Without sending traffic, it statically checks manifests\nbefore they are applied or after.',
    'It looks at configuration, not at traffic. It works statically.\nUse it before applying, or after.',
  ])('%s', (text) => {
    expect(analyzeFaults(text)).toEqual([]);
  });
});

describe('a note on analyze that says the contrary is refused, whatever words are in it', () => {
  it.each([
    'analyze checks live traffic, not static configuration,\nbefore and after it is applied',
    'analyze 는 설정을 정적으로 검사하지 않는다. 트래픽이 아니라\n적용 전/후의 실제 요청을 본다.',
    'analyze 는 정적 검사가 아니라 트래픽을 본다.\n설정 적용 전/후에 트래픽이 아니라고 할 수 없다.',
    'analyze 는 트래픽이 아니라 설정을 적용 후에만 정적으로 검사한다.\n적용 전에는 쓸 수 없다.',
    'istioctl analyze does not check configuration statically before or after applying.\nIt is not traffic that is missing.',
    'istioctl analyze sends no traffic.\nIt does not look at configuration statically, neither before nor after it is applied.',
    'It statically checks configuration before it is applied, and no traffic is needed because it sends its own traffic.\nSecond line.',
    'It reads configuration statically before applying. It watches live traffic.\nIt does not change traffic.',
    'analyze does not only check configuration statically before applying but also sends requests.\nNo traffic is lost.',
    'It statically checks configuration before it is applied.\nTraffic is checked as well, not only configuration. No traffic is lost.',
  ])('%s', (text) => {
    expect(analyzeFaults(text).filter((fault) => fault.startsWith('It says '))).not.toEqual([]);
  });
});

describe('what is called wrong', () => {
  it.each([
    'It is a myth that analyze checks configuration statically before or after it is applied.\nIt is also a myth that it looks at no traffic.',
    'analyze 가 설정을 적용 전/후에 정적으로 검사한다는 것은 오해다.\n트래픽이 아니라는 말도 거짓이다.',
    'It is false that analyze reads YAML statically, before or after it is applied;\nand wrong that it sends no traffic.',
    'analyze checks configuration before or after applying; it is static and sends no traffic.\nThat is wrong.',
    'The idea that analyze checks configuration statically, before or after it is applied, and no traffic, is wrong.\nSo it is.',
  ])('counts as its contrary: %j', (text) => {
    expect(analyzeContraries(text)).not.toEqual([]);
  });

  it.each([
    'It is a myth that analyze looks at traffic: it checks configuration statically.\nBefore or after it is applied.',
    'It is wrong that analyze sends requests, it checks configuration statically, before or after applying.\nNo traffic.',
    'analyze sends traffic. That is a myth.\nIt checks configuration statically before or after it is applied.',
    'analyze 가 트래픽을 본다는 것은 오해다.\n설정을 적용 전/후에 정적으로 검사한다.',
    'analyze 는 설정을 적용 전/후에 정적으로 검사하고 트래픽을 본다는 말은 틀렸다.\n끝.',
    'Does analyze look at traffic? That is wrong.\nIt checks configuration statically, before it is applied.',
  ])('is no contrary where the contrary is denied: %j', (text) => {
    expect(analyzeContraries(text)).toEqual([]);
  });
});
